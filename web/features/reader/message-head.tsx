import type { Email, EmailRow } from "@inlet/contract/email.ts";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { fullDate, rowDate } from "#/lib/dates.ts";
import { Avatar } from "#/ui/avatar.tsx";

type Head = EmailRow & Partial<Pick<Email, "cc" | "bcc">>;

/** Subject, sender, recipients and date. The address is always shown: a name alone proves nothing. */
export function MessageHead({ email, isAlone }: { email: Head; isAlone: boolean }) {
  // Beside the list the folder is the page's heading; alone the mail is.
  const Title = isAlone ? "h1" : "h2";
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(() => new Date());
  const name = email.fromName[0] || email.fromAddress[0] || readerTexts.unknownSender;
  const address = email.fromAddress[0] ?? "";
  return (
    <header>
      <Title dir="auto" className="text-subject font-semibold tracking-[-0.012em] wrap-anywhere">
        {email.subject || readerTexts.noSubject}
      </Title>
      <div className="mt-4 flex items-start gap-3">
        <Avatar name={name} size="large" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 truncate text-ui font-semibold">{name}</span>
            {address !== name && (
              <span className="min-w-0 truncate text-control text-ink-3">{address}</span>
            )}
          </p>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-ml-1 flex min-h-6 max-w-full items-center gap-1 rounded-control px-1 text-left text-control text-ink-3 transition-colors hover:bg-hover hover:text-ink-2 coarse:min-h-11"
          >
            <span className="truncate">{readerTexts.toMe(email.toName.join(", "))}</span>
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
        <time
          dateTime={email.emailDate}
          title={fullDate(email.emailDate)}
          className="shrink-0 pt-0.5 text-label text-ink-3 tabular"
        >
          <span className="max-sm:hidden">{fullDate(email.emailDate)}</span>
          <span className="sm:hidden">{rowDate(email.emailDate, now)}</span>
        </time>
      </div>
      {isOpen && <Details email={email} />}
    </header>
  );
}

function Details({ email }: { email: Head }) {
  const rows = [
    [readerTexts.from, written(email.fromName, email.fromAddress)],
    [readerTexts.to, written(email.toName, email.toAddress)],
    [readerTexts.cc, email.cc?.join(", ")],
    [readerTexts.bcc, email.bcc?.join(", ")],
    [readerTexts.date, fullDate(email.emailDate)],
  ] as const;
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-menu border border-line px-3 py-2.5 text-control">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="min-w-0 wrap-anywhere text-ink-2 select-text">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function written(names: readonly string[], addresses: readonly string[]): string {
  return addresses
    .map((address, index) => {
      const name = names[index];
      return name && name !== address ? `${name} <${address}>` : address;
    })
    .join(", ");
}
