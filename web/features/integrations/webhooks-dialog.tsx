import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { AddWebhook } from "#/features/integrations/add-webhook.tsx";
import { ChangeEvents } from "#/features/integrations/change-events.tsx";
import { DeliveryLog } from "#/features/integrations/delivery-log.tsx";
import { MoveWebhook } from "#/features/integrations/move-webhook.tsx";
import { RemoveWebhook, RotateWebhook } from "#/features/integrations/end-webhook.tsx";
import { ShownSecret } from "#/features/integrations/shown-secret.tsx";
import { type WebhookPlace, WebhookList } from "#/features/integrations/webhook-list.tsx";
import { webhookTexts as words } from "#/features/integrations/webhook-texts.ts";
import { fullDate } from "#/lib/dates.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";

type View =
  | { at: "list" | "add" }
  | { at: WebhookPlace; of: Integration }
  | { at: "secret"; secret: string; bothUntil: string | null };

/** The addresses that receive events: adds, tests, pauses, shows and deletes them. */
export function WebhooksDialog(props: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error } = useQuery(integrationsQuery);
  const [view, setView] = useState<View>({ at: "list" });
  const hooks = ofKind(data, "webhook");
  const refresh = () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
  const back = () => setView({ at: "list" });
  const showSecret = (secret: string, bothUntil: string | null) => {
    setView({ at: "secret", secret, bothUntil });
    void refresh();
  };
  const close = () => {
    // A secret shown once must not be there when the dialog opens again.
    back();
    props.onClose();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && close()}
      {...headOf(view)}
      closeLabel={texts.close}
      width={view.at === "log" || view.at === "list" ? "wide" : "normal"}
    >
      {view.at === "list" && (
        <>
          <DialogBody className="min-h-20">
            {error && hooks.length === 0 && (
              <p role="alert" className="text-control text-danger">
                {error.message}
              </p>
            )}
            {data && hooks.length === 0 && <p className="text-ui">{words.none}</p>}
            <WebhookList hooks={hooks} onOpen={(at, of) => setView({ at, of })} />
          </DialogBody>
          <DialogFooter>
            <Button tone="primary" onClick={() => setView({ at: "add" })}>
              {words.add}
            </Button>
          </DialogFooter>
        </>
      )}
      {view.at === "add" && (
        <AddWebhook onCancel={back} onAdded={(secret) => showSecret(secret, null)} />
      )}
      {view.at === "secret" && (
        <ShownSecret
          secret={view.secret}
          hint={
            view.bothUntil === null ? words.secretHint : words.rotatedHint(fullDate(view.bothUntil))
          }
          onDone={back}
        />
      )}
      {view.at === "rotate" && (
        <RotateWebhook hook={view.of} onCancel={back} onRotated={showSecret} />
      )}
      {view.at === "events" && <ChangeEvents hook={view.of} onDone={back} />}
      {view.at === "address" && <MoveWebhook hook={view.of} onDone={back} />}
      {view.at === "remove" && <RemoveWebhook hook={view.of} onDone={back} />}
      {view.at === "log" && <DeliveryLog hook={view.of} onBack={back} />}
    </Dialog>
  );
}

function headOf(view: View): { title: string; description?: string } {
  switch (view.at) {
    case "list":
      return { title: words.title, description: words.hint };
    case "add":
      return { title: words.addTitle };
    case "secret":
      return { title: words.secretTitle };
    case "rotate":
      return { title: words.rotate, description: view.of.name };
    case "address":
      return { title: words.changeAddress, description: view.of.name };
    case "events":
      return { title: words.chooseEvents, description: view.of.name };
    case "remove":
      return { title: words.removeTitle(view.of.name) };
    case "log":
      return { title: words.logTitle(view.of.name), description: words.logHint };
  }
}
