import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { KeyRound, Link2, ListChecks, Trash2 } from "lucide-react";
import { call } from "#/api/client.ts";
import { AddWebhook } from "#/features/integrations/add-webhook.tsx";
import { ChangeEvents } from "#/features/integrations/change-events.tsx";
import { FormStep } from "#/features/integrations/form-step.tsx";
import {
  IntegrationDialog,
  type OpenState,
  type Steps,
} from "#/features/integrations/integration-dialog.tsx";
import type { RowAction } from "#/features/integrations/linked-row.tsx";
import { MoveWebhook } from "#/features/integrations/move-webhook.tsx";
import { ShownSecret } from "#/features/integrations/shown-secret.tsx";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { fullDate } from "#/lib/dates.ts";

/** The addresses that receive events. */
export function WebhooksDialog(props: OpenState) {
  return (
    <IntegrationDialog
      {...props}
      kind="webhook"
      words={words}
      removeIcon={<Trash2 />}
      row={(hook, steps) => ({
        detail: (
          <>
            <bdi dir="ltr">{hook.target}</bdi>
            {" · "}
            {hook.events.map((event) => words.event[event].label).join(", ")}
          </>
        ),
        actions: actionsOf(hook, steps),
      })}
      form={(steps) => (
        <AddWebhook
          onCancel={steps.back}
          onAdded={(secret) => showSecret(secret, words.secretHint, steps)}
        />
      )}
    />
  );
}

function actionsOf(hook: Integration, steps: Steps): RowAction[] {
  const { open, back } = steps;
  const { id, name: description } = hook;
  const rotate = async (password: string) => {
    const { secret, bothUntil } = await call("POST /webhooks/{id}/secret", { id, password });
    showSecret(secret, words.rotatedHint(fullDate(bothUntil)), steps);
  };
  const rotateForm = (
    <FormStep asksPassword confirm={words.rotateSubmit} onCancel={back} onConfirm={rotate}>
      <p className="text-control text-ink-2">{words.rotateHint}</p>
    </FormStep>
  );
  const events = <ChangeEvents hook={hook} onDone={back} />;
  const address = <MoveWebhook hook={hook} onDone={back} />;
  return [
    { icon: <ListChecks />, label: words.chooseEvents, content: events },
    { icon: <Link2 />, label: words.changeAddress, content: address },
    { icon: <KeyRound />, label: words.rotate, content: rotateForm },
  ].map(({ icon, label, content }) => ({
    icon,
    label,
    onChoose: () => open({ title: label, description, content }),
  }));
}

function showSecret(secret: string, hint: string, { open, back, refresh }: Steps): void {
  open({
    title: words.secretTitle,
    content: <ShownSecret secret={secret} hint={hint} onDone={back} />,
  });
  void refresh();
}
