import type { Api } from "@inlet/contract/api.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { outboxQuery } from "#/api/writing-queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { compose } from "#/features/compose/drafts/composer.ts";
import { draftOf } from "#/features/compose/drafts/draft.ts";
import { needsUser } from "#/features/compose/send/needs-user.ts";
import { stopWatching, watchOutbox } from "#/features/compose/send/outbox-watch.tsx";
import { cancelSend, undoSend } from "#/features/compose/send/send-draft.ts";
import { layAside } from "#/features/compose/drafts/writing.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { setOutboxOpen } from "#/state/commands/open-dialogs.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Dialog, DialogBody } from "#/ui/dialog.tsx";
import { LiveRegion } from "#/ui/live-region.tsx";

type Outgoing = Api["GET /email/outbox/{id}"]["output"];

const words = composeTexts.outbox;

/** Lists the messages still to be sent, and those that failed, each with the actions on it. */
export function OutboxDialog({ isOpen }: { isOpen: boolean }) {
  const { data: outgoing = [] } = useQuery({ ...outboxQuery, enabled: isOpen });
  const groups = [
    { title: words.problems, mails: outgoing.filter(needsUser) },
    {
      title: words.sending,
      mails: outgoing.filter((mail) => !needsUser(mail) && !isLater(mail)),
    },
    { title: words.scheduled, mails: outgoing.filter(isLater).toSorted(bySendAt) },
  ];
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={setOutboxOpen}
      title={words.title}
      closeLabel={composeTexts.close}
      width="wide"
      isFullOnPhone
    >
      <DialogBody className="flex flex-col gap-5">
        {outgoing.length === 0 && <p className="py-6 text-control text-ink-3">{words.empty}</p>}
        {groups.map(
          ({ title, mails: messages }) =>
            messages.length > 0 && (
              <section key={title} aria-label={title}>
                <h3 className="mb-2 text-control font-semibold text-ink-2">{title}</h3>
                <ul className="divide-y divide-line rounded-menu border border-line">
                  {messages.map((mail) => (
                    <Item key={mail.id} mail={mail} />
                  ))}
                </ul>
              </section>
            ),
        )}
        <LiveRegion>{isOpen && outgoing.length === 0 ? words.empty : ""}</LiveRegion>
      </DialogBody>
    </Dialog>
  );
}

function Item({ mail }: { mail: Outgoing }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      warn(sentenceOf(error, composeTexts.failed));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: queryKeys.outbox });
    }
  };
  const dismiss = () =>
    act(() => call("POST /email/outbox/{id}/resolve", { id: mail.id, decision: "dismiss" }));
  /** Sends the message at once, and reports when it was sent. */
  const sendBy = (order: () => Promise<unknown>) =>
    act(async () => {
      await order();
      // The earlier state must not be reported again.
      client.removeQueries({ queryKey: [...queryKeys.outbox, mail.id] });
      watchOutbox(mail.id, composeTexts.sent);
    });
  const sendAgain = () =>
    sendBy(() => call("POST /email/outbox/{id}/resolve", { id: mail.id, decision: "send_again" }));
  const sendNow = () => sendBy(() => call("PATCH /email/outbox/{id}", { id: mail.id }));
  const edit = () =>
    act(async () => {
      setOutboxOpen(false);
      await undoSend(client, { outboxId: mail.id, draft: draftOf(mail.draft) });
    });
  const cancel = () =>
    act(async () => {
      const draft = draftOf(mail.draft);
      if (!(await cancelSend(client, mail.id, draft))) return;
      void layAside(draft.key);
      notify(words.cancelled);
    });
  const discard = () =>
    act(async () => {
      await call("DELETE /email/outbox/{id}", { id: mail.id });
      notify(words.discarded);
    });
  const open = () =>
    act(async () => {
      setOutboxOpen(false);
      compose(draftOf(mail.draft), { isUnsaved: true });
      stopWatching(mail.id);
      await call("POST /email/outbox/{id}/resolve", { id: mail.id, decision: "dismiss" });
    });

  return (
    <li className="flex flex-col gap-2 px-3 py-3">
      <div className="min-w-0 text-control">
        <p className="truncate font-medium">{mail.draft.subject || words.noSubject}</p>
        <p className="truncate text-label text-ink-3">{words.to(mail.draft.to)}</p>
        {isLater(mail) && mail.sendAt && (
          <p className="text-label text-ink-2">{words.at(mail.sendAt)}</p>
        )}
        {mail.state === "failed" && (
          <p className="text-label wrap-anywhere text-danger">{mail.error ?? words.failed}</p>
        )}
        {mail.state === "unknown" && <p className="text-label text-warn">{words.unknown}</p>}
        {mail.state === "confirm" && (
          <p className="text-label text-warn">
            {mail.sendAt !== null && Date.parse(mail.sendAt) > Date.now()
              ? words.restoredLater(mail.sendAt)
              : words.restored}
          </p>
        )}
        {hasNoCopy(mail) && <p className="text-label text-warn">{mail.error}</p>}
        {mail.bounces.length > 0 && (
          <div className="text-label text-danger">
            <p>{words.bounced}</p>
            <ul>
              {mail.bounces.map(({ address, reason }) => (
                <li key={address} className="wrap-anywhere">
                  {address}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isLater(mail) && (
          <>
            <Button disabled={isBusy} onClick={() => void edit()}>
              {words.edit}
            </Button>
            <Button disabled={isBusy} onClick={() => void sendNow()}>
              {words.now}
            </Button>
            <Button tone="quiet" disabled={isBusy} onClick={() => void cancel()}>
              {words.cancel}
            </Button>
          </>
        )}
        {mail.state === "failed" && (
          <>
            <Button disabled={isBusy} onClick={() => void open()}>
              {words.open}
            </Button>
            <Button disabled={isBusy} onClick={() => void sendAgain()}>
              {words.again}
            </Button>
          </>
        )}
        {mail.state === "unknown" && (
          <>
            <Button disabled={isBusy} onClick={() => void sendAgain()}>
              {words.again}
            </Button>
            <Button disabled={isBusy} onClick={() => void dismiss()}>
              {words.wasSent}
            </Button>
          </>
        )}
        {mail.state === "confirm" && (
          <>
            <Button disabled={isBusy} onClick={() => void sendAgain()}>
              {words.send}
            </Button>
            <Button tone="quiet" disabled={isBusy} onClick={() => void discard()}>
              {composeTexts.discard}
            </Button>
          </>
        )}
        {(mail.state === "failed" || mail.bounces.length > 0 || hasNoCopy(mail)) && (
          <Button tone="quiet" disabled={isBusy} onClick={() => void dismiss()}>
            {words.dismiss}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Returns true if the message was sent, but its copy in Sent failed. */
function hasNoCopy({ state, error }: Outgoing): boolean {
  return state === "accepted" && error !== null;
}

function isLater({ state }: Outgoing): boolean {
  return state === "queued";
}

function bySendAt(one: Outgoing, other: Outgoing): number {
  return (one.sendAt ?? "").localeCompare(other.sendAt ?? "");
}
