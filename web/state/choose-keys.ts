import { between, isChoosable, keysOf, type Shortcuts } from "#/state/shortcuts.ts";
import { type CommandId, commandIds } from "#/state/usual-keys.ts";

/** The choices, with these keys in the place of those that the command has. */
export function withKeys(shortcuts: Shortcuts, id: CommandId, keys: readonly string[]): Shortcuts {
  return { ...shortcuts, map: { ...shortcuts.map, [id]: keys.filter(isChoosable).join(between) } };
}

/** The choices, with the command's usual keys. */
export function withUsualKeys(shortcuts: Shortcuts, id: CommandId): Shortcuts {
  const map = { ...shortcuts.map };
  delete map[id];
  return { ...shortcuts, map };
}

/** The commands that keys stand in the way of: the same, or one that begins as the other does. */
export function conflictsOf(key: string, id: CommandId, shortcuts: Shortcuts): CommandId[] {
  const all = { ...shortcuts, isOn: true };
  return commandIds.filter(
    (other) =>
      other !== id &&
      keysOf(other, all).some(
        (taken) => taken === key || taken.startsWith(`${key} `) || key.startsWith(`${taken} `),
      ),
  );
}
