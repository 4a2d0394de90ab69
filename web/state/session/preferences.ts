import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { create } from "zustand";
import { useSession } from "#/state/session/session.ts";

const storageKey = "inlet-preferences";

const usePersisted = create<MailPreferences>()(() => ({ ...usualPreferences, ...mirrored() }));

// The next user who signs in has other preferences.
useSession.subscribe(({ token }) => {
  if (token) return;
  localStorage.removeItem(storageKey);
  usePersisted.setState(usualPreferences, true);
});

/** Returns a preference of the user. It is known before the server responds, so the first paint is right. */
export function usePreference<Name extends keyof MailPreferences>(
  name: Name,
): MailPreferences[Name] {
  return usePersisted((kept) => kept[name]);
}

/** Returns the current value of a preference, for code outside of components. */
export function preference<Name extends keyof MailPreferences>(name: Name): MailPreferences[Name] {
  return usePersisted.getState()[name];
}

/** Stores the user's preferences on this device; returns the previous ones. */
export function savePreferences(chosen: Partial<MailPreferences>): MailPreferences {
  const before = usePersisted.getState();
  const next = { ...before, ...chosen };
  localStorage.setItem(storageKey, JSON.stringify(next));
  usePersisted.setState(next, true);
  return before;
}

function mirrored(): Partial<MailPreferences> {
  try {
    // Only savePreferences writes it; the server's response soon replaces it.
    return JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<MailPreferences>;
  } catch {
    return {};
  }
}
