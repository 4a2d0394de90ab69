import { keyCaps, keysOf } from "#/state/commands/shortcuts.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";
import { usePreference } from "#/state/session/preferences.ts";

/** Commands to practice. None of them changes mail. */
const practiced: readonly CommandId[] = ["next", "open", "back", "palette", "sheet"];

interface PracticeKey {
  command: CommandId;
  caps: string[];
}

/** Returns the keys to practice, as the user chose them. */
export function usePracticeKeys(): PracticeKey[] {
  return practiceKeys(usePreference("shortcuts"));
}

/** Returns a key of one stroke for each command; commands without one are left out. */
export function practiceKeys(shortcuts: Parameters<typeof keysOf>[1]): PracticeKey[] {
  return practiced.flatMap((command) => {
    const stroke = keysOf(command, shortcuts).find((key) => !key.includes(" "));
    return stroke === undefined ? [] : [{ command, caps: keyCaps(stroke) }];
  });
}
