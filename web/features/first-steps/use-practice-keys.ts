import { keyCaps, keysOf } from "#/state/commands/shortcuts.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";
import { usePreference } from "#/state/session/preferences.ts";

/** Commands to practice. None of them changes mail. */
const practiced: readonly CommandId[] = ["next", "open", "back", "palette", "sheet"];

interface PracticeKey {
  command: CommandId;
  /** The key as the page receives it. */
  stroke: string;
  caps: string[];
}

/** Returns the keys to practice, as the user chose them; none if one of them is switched off. */
export function usePracticeKeys(): PracticeKey[] {
  const shortcuts = usePreference("shortcuts");
  const keys = practiced.flatMap((command) => {
    const [stroke] = keysOf(command, shortcuts);
    return stroke === undefined ? [] : [{ command, stroke, caps: keyCaps(stroke) }];
  });
  return keys.length === practiced.length ? keys : [];
}
