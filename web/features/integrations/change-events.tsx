import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery } from "#/api/integration-queries.ts";
import { EventChoice, type EventKind } from "#/features/integrations/event-choice.tsx";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { notify } from "#/state/changes/toasts.ts";

/** Changes the events that a webhook receives. */
export function ChangeEvents({ hook, onDone }: { hook: Integration; onDone: () => void }) {
  const client = useQueryClient();
  const [events, setEvents] = useState<EventKind[]>([...hook.events]);
  const save = async () => {
    if (events.length === 0) throw new Error(words.missing);
    await call("PATCH /integrations/{id}", { id: hook.id, events });
    await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    notify(words.saved);
    onDone();
  };
  return (
    <FormStep confirm={words.save} onCancel={onDone} onConfirm={save}>
      <EventChoice chosen={events} onChange={setEvents} />
    </FormStep>
  );
}
