import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { categories, turns } from "@inlet/contract/mail/kinds.ts";
import type { Split } from "@inlet/contract/mail/settings.ts";
import { X } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { layoutTexts } from "#/features/appearance/layout-texts.ts";
import { newId } from "#/lib/new-id.ts";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { useLabels } from "#/state/view/labels.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Select } from "#/ui/form/select.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = layoutTexts.splits;
const kinds = ["label", "sender", "category", "turn"] as const;
const maxSplits = 20;
const maxName = 40;

/** Custom parts of the inbox; each gets a tab above the list. */
export function SplitsChoice() {
  const splits = usePreference("splits");
  const change = useChangePreferences();
  return (
    <SettingCard title={words.title} hint={words.hint}>
      {splits.length > 0 && (
        <ul className="divide-y divide-line">
          {splits.map((split) => (
            <li key={split.id} className="flex min-h-11 items-center gap-3 px-4 py-1">
              <bdi className="min-w-0 truncate text-control font-medium">{split.name}</bdi>
              <span className="min-w-0 flex-1 truncate text-label text-ink-3">
                {words.kinds[split.kind]}:{" "}
                <bdi>{split.kind === "turn" ? words.turns[split.value] : split.value}</bdi>
              </span>
              <IconButton
                label={words.remove(split.name)}
                icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
                onClick={() => change({ splits: splits.filter(({ id }) => id !== split.id) })}
              />
            </li>
          ))}
        </ul>
      )}
      {splits.length < maxSplits && (
        <NewSplit onAdd={(split) => change({ splits: [...splits, split] })} />
      )}
    </SettingCard>
  );
}

function NewSplit({ onAdd }: { onAdd: (split: Split) => void }) {
  const labels = useLabels();
  const [kind, setKind] = useState<Split["kind"]>("sender");
  const [value, setValue] = useState("");
  const [name, setName] = useState("");
  const choices: readonly string[] = {
    label: labels.map((label) => label.name),
    sender: [],
    category: categories,
    turn: turns,
  }[kind];
  const chosen = kind === "sender" ? value.trim() : value || (choices[0] ?? "");
  const turn = turns.find((each) => kind === "turn" && each === chosen);
  const category = categories.find((each) => kind === "category" && each === chosen);
  const nameOf = (value: string) =>
    kind === "turn"
      ? words.turns[turns.find((each) => each === value) ?? "fyi"]
      : kind === "category"
        ? kindTexts.categories[categories.find((each) => each === value) ?? "Work"]
        : value;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const named = { id: newId(), name: (name.trim() || nameOf(chosen)).slice(0, maxName) };
    if (kind === "label" || kind === "sender") onAdd({ ...named, kind, value: chosen });
    else if (turn) onAdd({ ...named, kind: "turn", value: turn });
    else if (category) onAdd({ ...named, kind: "category", value: category });
    setValue("");
    setName("");
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3 px-4 py-3">
      <Field label={words.by} className="w-32 max-sm:w-full">
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={(event) => {
              setKind(kinds.find((each) => each === event.target.value) ?? "sender");
              setValue("");
            }}
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {words.kinds[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.kinds[kind]} className="min-w-40 flex-1">
        {(control) =>
          kind === "sender" ? (
            <Input
              {...control}
              value={value}
              maxLength={254}
              spellCheck={false}
              autoCapitalize="none"
              placeholder={words.senderExample}
              onChange={(event) => setValue(event.target.value)}
            />
          ) : (
            <Select
              {...control}
              value={chosen}
              onChange={(event) => setValue(event.target.value)}
              disabled={choices.length === 0}
            >
              {choices.map((each) => (
                <option key={each} value={each}>
                  {nameOf(each)}
                </option>
              ))}
            </Select>
          )
        }
      </Field>
      <Field label={words.name} className="min-w-32 flex-1">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={maxName}
            placeholder={nameOf(chosen)}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="large" disabled={chosen === ""}>
        {words.add}
      </Button>
    </form>
  );
}
