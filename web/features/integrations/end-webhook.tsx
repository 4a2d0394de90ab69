import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { integrationsQuery } from "#/api/integration-queries.ts";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { notify } from "#/state/changes/toasts.ts";

/** Replaces the signing secret, after asking for the password. */
export function RotateWebhook(props: {
  hook: Integration;
  onCancel: () => void;
  onRotated: (secret: string, bothUntil: string) => void;
}) {
  const rotate = async (password: string) => {
    const { id } = props.hook;
    const { secret, bothUntil } = await call("POST /webhooks/{id}/secret", { id, password });
    props.onRotated(secret, bothUntil);
  };
  return (
    <FormStep
      asksPassword
      confirm={words.rotateSubmit}
      onCancel={props.onCancel}
      onConfirm={rotate}
    >
      <p className="text-control text-ink-2">{words.rotateHint}</p>
    </FormStep>
  );
}

/** Asks before a webhook is deleted. */
export function RemoveWebhook({ hook, onDone }: { hook: Integration; onDone: () => void }) {
  const client = useQueryClient();
  const remove = async () => {
    await call("DELETE /integrations/{id}", { id: hook.id });
    await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    notify(words.removed);
    onDone();
  };
  return (
    <FormStep confirm={words.remove} tone="danger" onCancel={onDone} onConfirm={remove}>
      <p className="text-control text-ink-2">{words.removeHint}</p>
    </FormStep>
  );
}
