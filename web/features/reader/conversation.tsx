import type { Email, EmailRow } from "@inlet/contract/mail/email.ts";
import type { ThreadEmail } from "@inlet/contract/mail/threads.ts";
import { limits } from "@inlet/contract/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { Reply } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { emailQuery } from "#/api/queries.ts";
import { ContentSkeleton, MailContent, type RenderBody } from "#/features/reader/mail-content.tsx";
import { MessageHead } from "#/features/reader/message-head.tsx";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { firstNew, stackOf, unfoldedAtFirst } from "#/features/reader/stack.ts";
import { cn } from "#/lib/class-names.ts";
import { fullDate, rowDate } from "#/lib/dates.ts";
import { useCommands } from "#/state/commands/commands.ts";
import { usePassage } from "#/state/view/passage.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { ErrorState } from "#/ui/error-state.tsx";
import { IconButton } from "#/ui/icon-button.tsx";

interface ConversationProps {
  messages: readonly ThreadEmail[];
  openId: string;
  onReply: (email: Email) => void;
  renderBody: RenderBody;
  renderClassification: (email: EmailRow) => ReactNode;
}

/** The messages of a conversation, oldest on top; read ones are folded to a line. */
export function Conversation(props: ConversationProps) {
  const { messages, openId, onReply, renderBody } = props;
  const [unfolded, setUnfolded] = useState(() => unfoldedAtFirst(messages, openId));
  // Reading marks them as read; the line stays above the first of them.
  const [firstNewId] = useState(() => firstNew(messages, unfolded));
  const [isWhole, setWhole] = useState(false);
  const items = isWhole
    ? messages.map((mail) => ({ kind: "mail", mail }) as const)
    : stackOf(messages, unfolded);
  // A link to a passage unfolds its message.
  const led = usePassage(({ passage }) => passage);
  const [handled, setHandled] = useState(led);
  if (led !== handled) {
    setHandled(led);
    if (led && messages.some(({ id }) => id === led.emailId))
      setUnfolded(new Set([...unfolded, led.emailId]));
  }
  const toggle = (id: string) => {
    const next = new Set(unfolded);
    if (!next.delete(id)) next.add(id);
    setUnfolded(next);
  };
  const list = useRef<HTMLOListElement>(null);
  const current = useRef(openId);
  /** Unfolds the message after or before the current one, and scrolls to it. */
  const step = (by: 1 | -1) => () => {
    const next = messages[messages.findIndex(({ id }) => id === current.current) + by];
    if (!next) return;
    current.current = next.id;
    // Render now: the target of the scroll must exist.
    flushSync(() => setUnfolded(new Set([...unfolded, next.id])));
    const item = list.current?.querySelector<HTMLElement>(`[data-mail="${CSS.escape(next.id)}"]`);
    item?.scrollIntoView({ block: "start" });
    item?.focus({ preventScroll: true });
  };
  useCommands({
    nextInThread: step(1),
    previousInThread: step(-1),
    unfoldAll: () => {
      setWhole(true);
      setUnfolded(new Set(messages.map(({ id }) => id)));
    },
    foldAll: () => setUnfolded(new Set()),
  });
  return (
    <ol
      ref={list}
      aria-label={readerTexts.conversation(messages.length)}
      // Face, name, text and date: the folded messages share the width of the longest name.
      className="mt-4 grid grid-cols-[auto_fit-content(clamp(4.5rem,22.5vw,7.5rem))_minmax(0,1fr)_auto] gap-x-3"
    >
      {items.map((item, index) =>
        item.kind === "gap" ? (
          <li key={`gap ${index}`} className="col-span-full border-t border-line py-2">
            <button
              type="button"
              onClick={() => setWhole(true)}
              className="min-h-8 rounded-control px-2 text-control text-ink-2 transition-colors hover:bg-hover coarse:min-h-11"
            >
              {readerTexts.moreMessages(item.count)}
            </button>
          </li>
        ) : (
          <li
            key={item.mail.id}
            data-mail={item.mail.id}
            tabIndex={-1}
            className="col-span-full grid grid-cols-subgrid border-t border-line outline-none first:border-t-0"
          >
            {item.mail.id === firstNewId && (
              <p className="col-span-full -mt-px flex items-center gap-3 text-label font-medium text-accent-ink after:h-px after:flex-1 after:bg-accent">
                {readerTexts.firstNew}
              </p>
            )}
            {unfolded.has(item.mail.id) ? (
              <Unfolded
                mail={item.mail}
                onFold={() => toggle(item.mail.id)}
                onReply={onReply}
                renderBody={renderBody}
                renderClassification={props.renderClassification}
              />
            ) : (
              <Folded mail={item.mail} onUnfold={() => toggle(item.mail.id)} />
            )}
          </li>
        ),
      )}
    </ol>
  );
}

function Folded({ mail, onUnfold }: { mail: ThreadEmail; onUnfold: () => void }) {
  const [now] = useState(() => new Date());
  const { isSeen } = flagsOf(mail);
  const name = writerOf(mail);
  return (
    <button
      type="button"
      aria-expanded="false"
      onClick={onUnfold}
      className="col-span-full -mx-2 grid grid-cols-subgrid items-center rounded-menu px-2 py-2.5 text-start transition-colors hover:bg-hover coarse:min-h-11"
    >
      <Avatar name={mail.fromName[0] || mail.fromAddress[0] || name} size="small" />
      <span className={cn("truncate text-control", isSeen ? "text-ink-2" : "font-semibold")}>
        <bdi>{name}</bdi>
      </span>
      <span className="truncate text-control text-ink-3">
        <bdi>{mail.bodyPlain}</bdi>
      </span>
      <time
        dateTime={mail.emailDate}
        title={fullDate(mail.emailDate)}
        className="text-end text-label text-ink-3 tabular"
      >
        {rowDate(mail.emailDate, now)}
      </time>
    </button>
  );
}

function Unfolded(props: {
  mail: ThreadEmail;
  onFold: () => void;
  onReply: (email: Email) => void;
  renderBody: RenderBody;
  renderClassification: (email: EmailRow) => ReactNode;
}) {
  const { mail, onReply } = props;
  const { data, error, refetch } = useQuery({
    ...emailQuery(mail.id),
    // Addresses of attachments are signed for a limited time, and are renewed before they expire.
    refetchInterval: limits.signedUrlMs * 0.8,
  });
  const shown: EmailRow = data ?? mail;
  return (
    <article aria-label={writerOf(mail)} className="col-span-full py-5">
      <MessageHead
        email={shown}
        onFold={props.onFold}
        classification={props.renderClassification(shown)}
        actions={
          <IconButton
            label={readerTexts.replyTo(writerOf(mail))}
            size="small"
            // Aligns the icon with the line of the date.
            className="-mt-1 -me-1.5 coarse:-mt-2.5 coarse:-me-3"
            icon={<Reply size={16} strokeWidth={1.75} aria-hidden="true" />}
            disabled={!data}
            onClick={() => data && onReply(data)}
          />
        }
      />
      {data ? (
        <MailContent email={data} renderBody={props.renderBody} />
      ) : error ? (
        <ErrorState
          title={readerTexts.failed}
          message={error.message}
          retryLabel={readerTexts.retry}
          onRetry={() => void refetch()}
        />
      ) : (
        <ContentSkeleton />
      )}
    </article>
  );
}

function writerOf(mail: ThreadEmail): string {
  if (mail.isOwn) return readerTexts.me;
  return mail.fromName[0] || mail.fromAddress[0] || readerTexts.unknownSender;
}
