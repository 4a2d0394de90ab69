import type { Email, EmailRow } from "@inlet/contract/mail/email.ts";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { AddContactButton } from "#/features/reader/add-contact-button.tsx";
import { BlockButton } from "#/features/reader/block-button.tsx";
import { UnsubscribeButton } from "#/features/reader/unsubscribe-button.tsx";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { dayDate, fullDate, rowDate } from "#/lib/dates.ts";
import { readerDate } from "#/lib/reader-date.ts";
import { Avatar } from "#/ui/avatar.tsx";

type Head = EmailRow & Partial<Pick<Email, "cc" | "bcc" | "isOwn" | "unsubscribe" | "sentAt">>;

/** A button in the second line of the head, which is 20 px high. */
const headButton =
  "-my-0.5 min-h-6 rounded-control px-1 text-control transition-colors coarse:-my-2 coarse:min-h-11";

/** The subject of a message or a conversation. */
export function SubjectLine({ subject, isAlone }: { subject: string; isAlone: boolean }) {
  // Beside the list, the page's heading is the folder; alone it is the message.
  const Title = isAlone ? "h1" : "h2";
  return (
    <Title
      dir="auto"
      className="min-w-0 grow basis-56 text-[1.25rem]/7 font-semibold tracking-[-0.012em] wrap-anywhere"
    >
      {subject || readerTexts.noSubject}
    </Title>
  );
}

/** Sender, recipients and date. The address is always shown: a name alone proves nothing. */
export function MessageHead(props: {
  email: Head;
  /** Folds the message to a line, in a conversation. */
  onFold?: () => void;
  actions?: ReactNode;
  /** The classification of the message. */
  classification?: ReactNode;
}) {
  const { email, onFold, actions } = props;
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(() => new Date());
  const name = email.fromName[0] || email.fromAddress[0] || readerTexts.unknownSender;
  const address = email.fromAddress[0] ?? "";
  return (
    <header className="@container">
      <div className="flex items-start gap-3">
        {onFold ? (
          <button
            type="button"
            aria-expanded="true"
            aria-label={readerTexts.fold(name)}
            onClick={onFold}
            className="shrink-0 rounded-full"
          >
            <Avatar name={name} size="large" />
          </button>
        ) : (
          <Avatar name={name} size="large" />
        )}
        <div className="min-w-0 flex-1">
          {/* In a narrow reader the address has a line of its own. */}
          <div className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 truncate text-ui/5 font-semibold @max-[560px]:flex-1 @max-[560px]:basis-0">
              <bdi>{name}</bdi>
            </span>
            {address !== name && (
              <span className="min-w-0 flex-1 basis-0 truncate text-control text-ink-3 @max-[560px]:order-last @max-[560px]:basis-full">
                <bdi>{address}</bdi>
              </span>
            )}
            <time
              dateTime={email.emailDate}
              title={fullDate(email.emailDate)}
              className="ms-auto shrink-0 ps-1 text-label/5 text-ink-3 tabular"
            >
              <span className="@max-[420px]:hidden">{readerDate(email.emailDate, now)}</span>
              <span className="@[420px]:hidden">{rowDate(email.emailDate, now)}</span>
            </time>
          </div>
          {/* Its buttons are higher than the line; a line that wraps keeps them apart. */}
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 coarse:gap-y-4">
            <div className="flex min-w-0 grow basis-12">
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className={cn(
                  headButton,
                  "-ms-1 flex min-w-0 items-center gap-1 text-start text-ink-3 hover:bg-hover hover:text-ink-2",
                )}
              >
                <bdi className="truncate">{readerTexts.toMe(email.toName.join(", "))}</bdi>
                <span className="sr-only">
                  {isOpen ? readerTexts.hideDetails : readerTexts.showDetails}
                </span>
                <ChevronDown
                  size={14}
                  strokeWidth={1.75}
                  aria-hidden="true"
                  className={cn("shrink-0 transition-transform", isOpen && "rotate-180")}
                />
              </button>
            </div>
            {isSentApart(email) && (
              <time
                dateTime={email.sentAt}
                title={fullDate(email.sentAt)}
                className="text-label text-ink-3 tabular"
              >
                {readerTexts.sentOn(dayDate(email.sentAt))}
              </time>
            )}
            {email.unsubscribe && <UnsubscribeButton email={email} className={headButton} />}
            {props.classification}
          </div>
        </div>
        {actions}
      </div>
      {isOpen && <Details email={email} />}
    </header>
  );
}

/** Clocks differ by hours; a difference of a day means that the message was delayed, or moved from another mailbox. */
function isSentApart(email: Head): email is Head & { sentAt: string } {
  if (email.sentAt === undefined) return false;
  return Math.abs(Date.parse(email.sentAt) - Date.parse(email.emailDate)) > 86_400_000;
}

function Details({ email }: { email: Head }) {
  const [address] = email.fromAddress;
  const rows = [
    [readerTexts.from, writtenAddresses(email.fromName, email.fromAddress)],
    [readerTexts.to, writtenAddresses(email.toName, email.toAddress)],
    [readerTexts.cc, email.cc?.join(", ")],
    [readerTexts.bcc, email.bcc?.join(", ")],
    [readerTexts.sent, email.sentAt && fullDate(email.sentAt)],
    [email.sentAt ? readerTexts.received : readerTexts.date, fullDate(email.emailDate)],
  ] as const;
  return (
    <div className="mt-3 rounded-menu border border-line px-3 py-2.5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-control">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="text-ink-3">{label}</dt>
                <dd className="min-w-0 wrap-anywhere text-ink-2 select-text">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      {address && email.isOwn === false && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4">
          <AddContactButton name={email.fromName[0] ?? ""} address={address} />
          <BlockButton address={address} />
        </div>
      )}
    </div>
  );
}

/** Returns names with their addresses, in the format of a header. */
export function writtenAddresses(names: readonly string[], addresses: readonly string[]): string {
  return addresses
    .map((address, index) => {
      const name = names[index];
      return name && name !== address ? `${name} <${address}>` : address;
    })
    .join(", ");
}
