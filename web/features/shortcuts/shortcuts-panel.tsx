import { Pencil, RotateCcw } from "lucide-react";
import { useState } from "react";
import { KeyList } from "#/features/shortcuts/key-list.tsx";
import { KeyRecorder } from "#/features/shortcuts/key-recorder.tsx";
import { cn } from "#/lib/class-names.ts";
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
import { SettingCard, settingRow, SettingSwitch } from "#/ui/settings/setting-card.tsx";

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
    <>
      <SettingCard>
        <SettingSwitch
          label={shortcutTexts.switch}
          hint={shortcutTexts.switchHint}
          isOn={shortcuts.isOn}
          onChange={(isOn) => save({ ...shortcuts, isOn })}
        />
        <div
          className={cn(settingRow, "flex flex-wrap items-center justify-between gap-x-6 gap-y-2")}
        >
          <p className="max-w-120 min-w-52 flex-1 text-control text-ink-3">{shortcutTexts.hint}</p>
          <Button
            disabled={Object.keys(shortcuts.map).length === 0}
            onClick={() => save({ ...shortcuts, map: {} })}
          >
            {shortcutTexts.reset}
          </Button>
        </div>
      </SettingCard>
      {groups.map(({ title, ids }) => (
        <SettingCard key={title} title={title}>
          <ul className="divide-y divide-line">
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
                  <div className="flex min-h-11 items-center gap-2 px-4 py-1 text-control">
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
        </SettingCard>
      ))}
    </>
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
