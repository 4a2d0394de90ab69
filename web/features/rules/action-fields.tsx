import { saveKinds } from "@inlet/contract/integrations/integration-kinds.ts";
import { categories, priorities } from "@inlet/contract/mail/kinds.ts";
import type { RuleActions } from "@inlet/contract/ai/rules.ts";
import { useState } from "react";
import { ruleTexts } from "#/features/rules/rule-texts.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { useLabels } from "#/state/view/labels.ts";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Select } from "#/ui/form/select.tsx";

const words = ruleTexts.editor;

/** Choices of a rule's actions. */
export function ActionFields(props: {
  actions: RuleActions;
  onChange: (actions: RuleActions) => void;
}) {
  const { actions } = props;
  const labels = useLabels();
  const [isFolder, setFolder] = useState(false);
  const set = (change: { [Key in keyof RuleActions]?: RuleActions[Key] | undefined }) => {
    const next = Object.entries({ ...actions, ...change }).filter(
      ([, value]) => value !== undefined && value !== "",
    );
    // Safe: only absent fields were removed.
    props.onChange(Object.fromEntries(next) as RuleActions);
  };
  const place = actions.folder !== undefined || isFolder ? "folder" : (actions.move ?? "stay");
  const move = (to: string) => {
    setFolder(to === "folder");
    const isRole = to === "archive" || to === "trash" || to === "spam";
    set({ move: isRole ? to : undefined, folder: undefined });
  };
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="sr-only">{words.actions}</legend>
      <Field label={words.move}>
        {(control) => (
          <Select {...control} value={place} onChange={({ target }) => move(target.value)}>
            {Object.entries(words.places).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {place === "folder" && (
        <Field label={words.folder}>
          {(control) => (
            <Input
              {...control}
              value={actions.folder ?? ""}
              onChange={({ target }) => set({ folder: target.value })}
            />
          )}
        </Field>
      )}
      <Field label={words.label}>
        {(control) => (
          <>
            <Input
              {...control}
              list={`${control.id}-labels`}
              value={actions.label ?? ""}
              onChange={({ target }) => set({ label: target.value })}
            />
            <datalist id={`${control.id}-labels`}>
              {labels.map(({ name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label={words.category}>
        {(control) => (
          <Select
            {...control}
            value={actions.category ?? ""}
            onChange={({ target }) =>
              set({ category: categories.find((name) => name === target.value) })
            }
          >
            <option value="">{words.unchanged}</option>
            {categories.map((name) => (
              <option key={name} value={name}>
                {kindTexts.categories[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.priority}>
        {(control) => (
          <Select
            {...control}
            value={actions.priority ?? ""}
            onChange={({ target }) =>
              set({ priority: priorities.find((name) => name === target.value) })
            }
          >
            <option value="">{words.unchanged}</option>
            {priorities.map((name) => (
              <option key={name} value={name}>
                {kindTexts.priorities[name]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.saveTo} hint={words.saveHint}>
        {(control) => (
          <Select
            {...control}
            value={actions.save ?? ""}
            onChange={({ target }) =>
              set({ save: saveKinds.find((kind) => kind === target.value) })
            }
          >
            <option value="">{words.saveNowhere}</option>
            {saveKinds.map((kind) => (
              <option key={kind} value={kind}>
                {ruleTexts.services[kind]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 self-start sm:mt-6.5 sm:min-h-10">
        <Checkbox
          isChecked={actions.seen ?? false}
          onChange={(isOn) => set({ seen: isOn || undefined })}
          label={words.seen}
        />
        <Checkbox
          isChecked={actions.starred ?? false}
          onChange={(isOn) => set({ starred: isOn || undefined })}
          label={words.starred}
        />
      </div>
    </fieldset>
  );
}
