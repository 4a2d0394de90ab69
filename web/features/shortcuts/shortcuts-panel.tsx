import { Pencil, RotateCcw } from "lucide-react";
import { useState } from "react";
import { KeyList } from "#/features/shortcuts/key-list.tsx";
import { KeyRecorder } from "#/features/shortcuts/key-recorder.tsx";
import { useListedGroups } from "#/features/shortcuts/listed-groups.ts";
import { shortcutTexts } from "#/features/shortcuts/shortcut-texts.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { conflictsOf, withKeys, withUsualKeys } from "#/state/commands/choose-keys.ts";
import { commandTexts } from "#/state/commands/command-texts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { keysOf, type Shortcuts } from "#/state/commands/shortcuts.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Switch } from "#/ui/form/switch.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Settings for the keys of commands, and for single-key shortcuts. */
export function ShortcutsPanel() {
  const shortcuts = usePreference("shortcuts");
  const change = useChangePreferences();
  const groups = useListedGroups();
  const [edited, setEdited] = useState<CommandId | null>(null);
  const save = (next: Shortcuts) => change({ shortcuts: next });
  const put = (id: CommandId, keys: readonly string[]) => {
    setEdited(null);
    save(withoutKeys(withKeys(shortcuts, id, keys), keys, id));
  };
  return (
    <div className="py-6">
      <div className="max-w-120">
        <Switch
          isOn={shortcuts.isOn}
          onChange={(isOn) => save({ ...shortcuts, isOn })}
          label={
            <>
              <span className="block text-ui font-semibold">{shortcutTexts.switch}</span>
              <span className="text-ink-3">{shortcutTexts.switchHint}</span>
            </>
          }
        />
      </div>
      <div className="mt-6 mb-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6">
        <p className="max-w-120 text-control text-ink-3">{shortcutTexts.hint}</p>
        <Button
          disabled={Object.keys(shortcuts.map).length === 0}
          onClick={() => save({ ...shortcuts, map: {} })}
        >
          {shortcutTexts.reset}
        </Button>
      </div>
      {groups.map(({ title, ids }) => (
        <section key={title} className="mb-6">
          <h2 className="mb-2 text-ui font-semibold">{title}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {ids.map((id) => (
              <li key={id}>
                {edited === id ? (
                  <KeyRecorder
                    command={id}
                    onDone={(key) => put(id, key ? [key] : [])}
                    onCancel={() => setEdited(null)}
                    conflicts={(key) => conflictsOf(key, id, shortcuts)}
                  />
                ) : (
                  <div className="flex min-h-11 items-center gap-2 py-1 pe-2 ps-4 text-control">
                    <span className="min-w-0 flex-1">{commandTexts[id]}</span>
                    <Keys keys={keysOf(id, { ...shortcuts, isOn: true })} />
                    {shortcuts.map[id] !== undefined && (
                      <IconButton
                        label={shortcutTexts.resetOne(commandTexts[id])}
                        icon={<RotateCcw {...icon} />}
                        onClick={() => save(withUsualKeys(shortcuts, id))}
                      />
                    )}
                    <IconButton
                      label={shortcutTexts.edit(commandTexts[id])}
                      icon={<Pencil {...icon} />}
                      onClick={() => setEdited(id)}
                    />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  if (keys.length === 0) return <span className="text-label text-ink-3">{shortcutTexts.none}</span>;
  return <KeyList keys={keys} />;
}

/** Removes the keys from all other commands: they belong to this one only. */
function withoutKeys(shortcuts: Shortcuts, keys: readonly string[], id: CommandId): Shortcuts {
  let left = shortcuts;
  for (const key of keys) {
    for (const other of conflictsOf(key, id, left)) {
      const kept = keysOf(other, { ...left, isOn: true }).filter(
        (one) => one !== key && !one.startsWith(`${key} `) && !key.startsWith(`${one} `),
      );
      left = withKeys(left, other, kept);
    }
  }
  return left;
}
