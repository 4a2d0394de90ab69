import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { keyTexts } from "#/texts/shared/key-texts.ts";
import { preference, usePreference } from "#/state/session/preferences.ts";
import { type CommandId, commandIds, defaultKeys } from "#/state/commands/default-keys.ts";

export type Shortcuts = MailPreferences["shortcuts"];

/** Separator between the keys of one command in storage. */
export const between = " | ";

/** Returns the keys of a command: the user's choice, or the defaults; no single-character keys if they are switched off. */
export function keysOf(id: CommandId, { isOn, map }: Shortcuts): string[] {
  const usual: readonly string[] = defaultKeys[id];
  const chosen = map[id];
  const keys =
    chosen === undefined
      ? usual
      : // Escape, Enter and the arrow keys cannot be changed.
        [...chosen.split(between).filter(Boolean), ...usual.filter((key) => !isChoosable(key))];
  return isOn ? [...keys] : keys.filter((key) => !isOfCharacters(key));
}

/**
 * Returns true if the user can choose the key: keys that navigate, open and close in every application cannot be reassigned.
 */
export function isChoosable(key: string): boolean {
  return isOfCharacters(key) || key.startsWith("Mod+");
}

/** Returns true for a key that speech input or a slip can trigger: WCAG 2.1.4 requires a way to turn it off. */
function isOfCharacters(key: string): boolean {
  return key.split(" ").some((stroke) => /^(?:Shift\+)?.$/u.test(stroke));
}

let made: { of: Shortcuts; bindings: ReadonlyMap<string, readonly CommandId[]> } | null = null;

/** Returns the current commands of each key. */
export function bindings(): ReadonlyMap<string, readonly CommandId[]> {
  const shortcuts = preference("shortcuts");
  if (made?.of !== shortcuts) made = { of: shortcuts, bindings: bindingsOf(shortcuts) };
  return made.bindings;
}

function bindingsOf(shortcuts: Shortcuts): Map<string, CommandId[]> {
  const bound = new Map<string, CommandId[]>();
  for (const id of commandIds)
    for (const key of keysOf(id, shortcuts)) bound.set(key, [...(bound.get(key) ?? []), id]);
  return bound;
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

const names: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ...keyTexts,
  Mod: isMac ? "⌘" : keyTexts.Control,
};

/** Returns the labels of the keys of one stroke or of two. */
export function keyCaps(key: string): string[] {
  return key
    .split(" ")
    .flatMap((stroke) => (stroke.length === 1 ? [stroke] : stroke.split("+")))
    .map((cap) => names[cap] ?? (cap.length === 1 ? cap.toUpperCase() : cap));
}

/** Returns the label of a command's first key, as currently chosen. */
export function shortcutOf(id: CommandId, shortcuts = preference("shortcuts")): string | undefined {
  const [key] = keysOf(id, shortcuts);
  return key && keyCaps(key).join(" ");
}

/** Returns the same, and updates when the user chooses other keys. */
export function useShortcut(id: CommandId | undefined): string | undefined {
  const shortcuts = usePreference("shortcuts");
  return id && shortcutOf(id, shortcuts);
}
