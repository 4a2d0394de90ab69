import type { MailPreferences } from "@inlet/contract/settings.ts";
import { keyTexts } from "#/state/key-texts.ts";
import { preference, usePreference } from "#/state/preferences.ts";
import { type CommandId, commandIds, usualKeys } from "#/state/usual-keys.ts";

export type Shortcuts = MailPreferences["shortcuts"];

/** Between the keys of one command, as they are stored. */
export const between = " | ";

/** The keys of a command: what the person chose for it, or the usual ones; none of a single character when those are off. */
export function keysOf(id: CommandId, { isOn, map }: Shortcuts): string[] {
  const usual: readonly string[] = usualKeys[id];
  const chosen = map[id];
  const keys =
    chosen === undefined
      ? usual
      : // Escape, Enter and the arrows stay what they are everywhere.
        [...chosen.split(between).filter(Boolean), ...usual.filter((key) => !isChoosable(key))];
  return isOn ? [...keys] : keys.filter((key) => !isOfCharacters(key));
}

/** Whether a person can choose it: what moves, opens and closes in every program is not theirs to give away. */
export function isChoosable(key: string): boolean {
  return isOfCharacters(key) || key.startsWith("Mod+");
}

/** What a slip of the tongue or a hand sets off: WCAG 2.1.4 asks for a way to be without it. */
function isOfCharacters(key: string): boolean {
  return key.split(" ").some((stroke) => /^(?:Shift\+)?.$/u.test(stroke));
}

let made: { of: Shortcuts; bindings: ReadonlyMap<string, readonly CommandId[]> } | null = null;

/** What each key does now. */
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

/** What stands on the keys of one stroke or of two. */
export function keyCaps(key: string): string[] {
  return key
    .split(" ")
    .flatMap((stroke) => (stroke.length === 1 ? [stroke] : stroke.split("+")))
    .map((cap) => names[cap] ?? (cap.length === 1 ? cap.toUpperCase() : cap));
}

/** How the first key of a command is written beside it, as it is now. */
export function shortcutOf(id: CommandId, shortcuts = preference("shortcuts")): string | undefined {
  const [key] = keysOf(id, shortcuts);
  return key && keyCaps(key).join(" ");
}

/** The same, written anew when the person chooses other keys. */
export function useShortcut(id: CommandId | undefined): string | undefined {
  const shortcuts = usePreference("shortcuts");
  return id && shortcutOf(id, shortcuts);
}
