import { useState } from "react";
import { call } from "#/api/client.ts";
import { EventChoice, type EventKind } from "#/features/integrations/event-choice.tsx";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";

/** Form for a new webhook. */
export function AddWebhook(props: { onCancel: () => void; onAdded: (secret: string) => void }) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<EventKind[]>(["message.received"]);
  const add = async (password: string) => {
    if (name.trim() === "" || url.trim() === "" || events.length === 0) {
      throw new Error(words.missing);
    }
    const { secret } = await call("POST /webhooks", { password, name, url, events });
    props.onAdded(secret);
  };
  return (
    <FormStep asksPassword confirm={words.submit} onCancel={props.onCancel} onConfirm={add}>
      <Field label={words.name} hint={words.nameHint}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={words.url} hint={words.urlHint}>
        {(control) => (
          <Input
            {...control}
            type="url"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            required
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <EventChoice chosen={events} onChange={setEvents} />
    </FormStep>
  );
}
