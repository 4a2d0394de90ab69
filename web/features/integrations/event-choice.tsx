import { eventKinds } from "@inlet/contract/integrations/integration-kinds.ts";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { Checkbox } from "#/ui/form/checkbox.tsx";

export type EventKind = (typeof eventKinds)[number];

/** Choice of the events to be notified of. */
export function EventChoice(props: {
  chosen: readonly EventKind[];
  onChange: (chosen: EventKind[]) => void;
}) {
  const { chosen, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-1 text-control font-medium text-ink-2">{words.events}</legend>
      {eventKinds.map((kind) => (
        <Checkbox
          key={kind}
          isChecked={chosen.includes(kind)}
          onChange={(isChecked) =>
            onChange(isChecked ? [...chosen, kind] : chosen.filter((one) => one !== kind))
          }
          className="py-1.5 coarse:min-h-11"
          label={
            <span className="text-control">
              {words.event[kind].label}
              <span className="block text-label text-ink-3">{words.event[kind].hint}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  );
}
