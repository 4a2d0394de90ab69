import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { approvalTexts as words } from "#/features/approvals/approval-texts.ts";
import { fullDate } from "#/lib/dates.ts";
import { fileSize } from "#/lib/file-size.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import type { Api } from "@inlet/contract/api.ts";

export type Approval = Api["GET /email/approvals"]["output"]["approvals"][number];

export interface ApprovalActions {
  /** Opens the user's own version of the message in the composer; resolves to false if the message has been sent. */
  onEdit: (letter: Approval) => Promise<boolean>;
  /** Called when the message is approved: reports it, and offers undo while that is possible. */
  onApproved: (letter: Approval, doneText: string) => Promise<void>;
}

/** The whole message, as it would be sent, and the three possible decisions. */
export function PendingMessage({
  letter,
  onEdit,
  onApproved,
}: { letter: Approval } & ApprovalActions) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { id, draft, sendAt } = letter;
  const decide = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      warn(sentenceOf(failure, words.failed));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: queryKeys.outbox });
    }
  };
  const approve = () =>
    decide(async () => {
      await call("POST /email/approvals/{id}", { id });
      const isLater = sendAt !== null && new Date(sendAt) > new Date();
      await onApproved(letter, isLater ? words.approvedLater(sendAt) : words.approved);
    });
  const reject = () =>
    decide(async () => {
      await call("DELETE /email/outbox/{id}", { id });
      notify(words.rejected);
    });
  const subject = draft.subject || words.noSubject;
  return (
    <article
      aria-label={words.letter(subject)}
      className="overflow-hidden rounded-card border border-line bg-surface"
    >
      <p className="border-b border-line px-4 py-2.5 text-label text-ink-3">
        <bdi>{words.asks(letter.program, fullDate(letter.askedAt))}</bdi>
        {" · "}
        {words.expires(fullDate(letter.expiresAt))}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 px-4 pt-3 text-control">
        <Line name={words.from}>{letter.from}</Line>
        <Line name={words.to}>{draft.to}</Line>
        <Line name={words.cc}>{draft.cc}</Line>
        <Line name={words.bcc}>{draft.bcc}</Line>
        <Line name={words.subject}>
          <span className="font-medium">{subject}</span>
        </Line>
        <Line name={words.sendAt}>{sendAt && fullDate(sendAt)}</Line>
        <Line name={words.receipt}>{draft.requestReceipt && words.receiptAsked}</Line>
        <Line name={words.files}>
          {letter.files.map(({ filename, size }) => `${filename} (${fileSize(size)})`).join(", ")}
        </Line>
      </dl>
      <div
        // A scrollable element must be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={words.letter(subject)}
        dir="auto"
        className="mx-4 my-3 max-h-80 overflow-y-auto rounded-control bg-sunken px-3 py-2.5 text-control wrap-anywhere whitespace-pre-wrap"
      >
        {letter.text.trim() || words.noText}
      </div>
      <div className="flex flex-wrap gap-2 px-4 pb-4">
        <Button tone="primary" disabled={isBusy} onClick={() => void approve()}>
          {words.approve}
        </Button>
        <Button disabled={isBusy} onClick={() => void decide(() => onEdit(letter))}>
          {words.edit}
        </Button>
        <Button tone="quiet" disabled={isBusy} onClick={() => void reject()}>
          {words.reject}
        </Button>
      </div>
    </article>
  );
}

/** One line of its header; null if it is empty. */
function Line({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}
