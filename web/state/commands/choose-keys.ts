import { between, isChoosable, keysOf, type Shortcuts } from "#/state/commands/shortcuts.ts";
import { type CommandId, commandIds } from "#/state/commands/default-keys.ts";

/** Returns the shortcuts with these keys in place of the command's current ones. */
export function withKeys(shortcuts: Shortcuts, id: CommandId, keys: readonly string[]): Shortcuts {
  return { ...shortcuts, map: { ...shortcuts.map, [id]: keys.filter(isChoosable).join(between) } };
}

/** Returns the shortcuts with the command's default keys. */
export function withUsualKeys(shortcuts: Shortcuts, id: CommandId): Shortcuts {
  const map = { ...shortcuts.map };
  delete map[id];
  return { ...shortcuts, map };
}

/** Returns the commands whose keys conflict: the same key, or a sequence that begins with the other one. */
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
