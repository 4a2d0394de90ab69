import type { Integration } from "@inlet/contract/integrations/integrations.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { integrationsQuery, ofKind } from "#/api/integration-queries.ts";
import { AlertRulesForm } from "#/features/integrations/alert-rules.tsx";
import { DeliveryLog } from "#/features/integrations/delivery-log.tsx";
import { FormStep } from "#/features/integrations/form-step.tsx";
import { TelegramChats, type ChatPlace } from "#/features/integrations/telegram-chats.tsx";
import { telegramTexts as words } from "#/features/integrations/telegram-texts.ts";
import { webhookTexts } from "#/features/integrations/webhook-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { notify } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#/ui/dialog.tsx";
import { FormError } from "#/ui/form/form-error.tsx";

type View = { at: "list" | "connect" } | { at: ChatPlace; of: Integration };

/** The chats that are notified of mail: connects them by a link to the bot, tests, pauses and disconnects them. */
export function TelegramDialog(props: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const [view, setView] = useState<View>({ at: "list" });
  const [link, setLink] = useState("");
  const back = () => setView({ at: "list" });
  const connect = async (password: string) => {
    setLink((await call("POST /telegram/link", { password })).url);
    await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    back();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        back();
        props.onClose();
      }}
      {...headOf(view)}
      closeLabel={texts.close}
      width={view.at === "list" || view.at === "log" ? "wide" : "normal"}
    >
      {view.at === "list" && (
        <Chats
          link={link}
          onOpen={(at, of) => setView({ at, of })}
          onConnect={() => setView({ at: "connect" })}
        />
      )}
      {view.at === "connect" && (
        <FormStep asksPassword confirm={words.getLink} onCancel={back} onConfirm={connect}>
          <p className="text-control text-ink-2">{words.connectHint}</p>
        </FormStep>
      )}
      {view.at === "rules" && <AlertRulesForm chat={view.of} onDone={back} />}
      {view.at === "log" && <DeliveryLog hook={view.of} onBack={back} />}
      {view.at === "remove" && <Disconnect chat={view.of} onDone={back} />}
    </Dialog>
  );
}

function Chats(props: {
  link: string;
  onOpen: (at: ChatPlace, of: Integration) => void;
  onConnect: () => void;
}) {
  const { data, error } = useQuery(integrationsQuery);
  const chats = ofKind(data, "telegram");
  const isSetUp = data?.isSetUp.includes("telegram") ?? true;
  const isWaiting = chats.some((chat) => chat.target === "");
  return (
    <>
      <DialogBody className="flex min-h-20 flex-col gap-4">
        <FormError>{!data && error?.message}</FormError>
        {!isSetUp && <p className="text-ui">{words.notSetUp}</p>}
        {isSetUp && data && chats.length === 0 && <p className="text-ui">{words.none}</p>}
        <TelegramChats chats={chats} onOpen={props.onOpen} />
        {props.link !== "" && isWaiting && (
          <div className="flex flex-col items-start gap-3 rounded-card border border-line bg-sunken px-4 py-3">
            <p className="text-control text-ink-2">{words.openHint}</p>
            <a
              href={props.link}
              target="_blank"
              rel="noreferrer"
              className="inline-flex h-8 items-center rounded-control bg-accent px-3 text-control font-medium text-on-accent hover:bg-accent-hover coarse:h-11"
            >
              {words.open}
            </a>
          </div>
        )}
      </DialogBody>
      {isSetUp && (
        <DialogFooter>
          <Button tone="primary" onClick={props.onConnect}>
            {words.connect}
          </Button>
        </DialogFooter>
      )}
    </>
  );
}

function Disconnect({ chat, onDone }: { chat: Integration; onDone: () => void }) {
  const client = useQueryClient();
  const disconnect = async () => {
    await call("DELETE /integrations/{id}", { id: chat.id });
    await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
    notify(words.disconnected);
    onDone();
  };
  return (
    <FormStep confirm={words.disconnect} tone="danger" onCancel={onDone} onConfirm={disconnect}>
      <p className="text-control text-ink-2">{words.disconnectHint}</p>
    </FormStep>
  );
}

function headOf(view: View): { title: string; description?: string } {
  switch (view.at) {
    case "list":
      return { title: words.title, description: words.hint };
    case "connect":
      return { title: words.connect };
    case "rules":
      return { title: words.rulesTitle, description: view.of.name };
    case "log":
      return { title: webhookTexts.logTitle(view.of.name), description: webhookTexts.logHint };
    case "remove":
      return { title: words.disconnectTitle(view.of.name) };
  }
}
