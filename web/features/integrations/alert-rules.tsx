import type { AlertRules, Integration } from "@inlet/contract/integrations/integrations.ts";
import { categories, priorities } from "@inlet/contract/mail/kinds.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery } from "#/api/integration-queries.ts";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { telegramTexts as words } from "#/features/integrations/telegram-texts.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

const nothing: AlertRules = {
  priorities: [],
  categories: [],
  senders: [],
  labels: [],
  splits: [],
  quietHours: true,
};

/** Chooses the mail that a chat is notified of. */
export function AlertRulesForm({ chat, onDone }: { chat: Integration; onDone: () => void }) {
  const client = useQueryClient();
  const [rules, setRules] = useState(chat.alerts ?? nothing);
  const own = usePreference("splits");
  const [hasBrief, setHasBrief] = useState(chat.hasBrief ?? false);
  const [senders, setSenders] = useState(rules.senders.join("\n"));
  const [labels, setLabels] = useState(rules.labels.join("\n"));
  const save = async () => {
    const alerts = {
      ...rules,
      senders: linesOf(senders),
      labels: linesOf(labels),
      // Deleted splits are dropped.
      splits: own.flatMap(({ id }) => (rules.splits.includes(id) ? id : [])),
    };
    await call("PATCH /integrations/{id}", { id: chat.id, alerts, hasBrief });
    await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    notify(words.saved);
    onDone();
  };
  return (
    <FormStep confirm={words.save} onCancel={onDone} onConfirm={save}>
      <p className="text-control text-ink-3">{words.rulesHint}</p>
      <Choice
        label={words.priorities}
        all={priorities}
        names={kindTexts.priorities}
        chosen={rules.priorities}
        onChange={(chosen) => setRules({ ...rules, priorities: chosen })}
      />
      <Choice
        label={words.categories}
        all={categories}
        names={kindTexts.categories}
        chosen={rules.categories}
        onChange={(chosen) => setRules({ ...rules, categories: chosen })}
      />
      {own.length > 0 && (
        <Choice
          label={words.splits}
          all={own.map(({ id }) => id)}
          names={Object.fromEntries(own.map(({ id, name }) => [id, name]))}
          chosen={rules.splits}
          onChange={(chosen) => setRules({ ...rules, splits: chosen })}
        />
      )}
      <Field label={words.senders} hint={words.sendersHint}>
        {(control) => (
          <Textarea
            {...control}
            dir="ltr"
            maxHeightPx={160}
            spellCheck={false}
            value={senders}
            onChange={(event) => setSenders(event.target.value)}
          />
        )}
      </Field>
      <Field label={words.labels} hint={words.labelsHint}>
        {(control) => (
          <Textarea
            {...control}
            maxHeightPx={160}
            value={labels}
            onChange={(event) => setLabels(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        isChecked={rules.quietHours}
        onChange={(quietHours) => setRules({ ...rules, quietHours })}
        className="coarse:min-h-11"
        label={<span className="text-control">{words.quietHours}</span>}
      />
      <Checkbox
        isChecked={hasBrief}
        onChange={setHasBrief}
        className="coarse:min-h-11"
        label={<span className="text-control">{words.brief}</span>}
      />
    </FormStep>
  );
}

function Choice<Kind extends string>(props: {
  label: string;
  all: readonly Kind[];
  names: Readonly<Record<Kind, string>>;
  chosen: readonly Kind[];
  onChange: (chosen: Kind[]) => void;
}) {
  const { chosen, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-1 text-control font-medium text-ink-2">{props.label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {props.all.map((kind) => (
          <Checkbox
            key={kind}
            isChecked={chosen.includes(kind)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...chosen, kind] : chosen.filter((one) => one !== kind))
            }
            className="py-1 coarse:min-h-11"
            label={<bdi className="text-control">{props.names[kind]}</bdi>}
          />
        ))}
      </div>
    </fieldset>
  );
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}
