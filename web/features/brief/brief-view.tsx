import type { Brief, BriefLine } from "@inlet/contract/ai/brief.ts";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { briefTexts as words } from "#/features/brief/brief-texts.ts";
import { fullDate, rowDate } from "#/lib/dates.ts";
import { locale } from "#/lib/locale.ts";
import { useNow } from "#/lib/use-now.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { EmptyState } from "#/ui/empty-state.tsx";

/** Shows everything that waits for the user, each line a link to its message, and the number of other messages. */
export function BriefView({ brief }: { brief: Brief }) {
  const { dailySummary: isAnnounced } = usePreference("notifications");
  const { answer, deadlines, waiting, rest } = brief;
  const isNothing = [answer, deadlines, waiting].every(({ lines }) => lines.length === 0);
  return (
    <div className="flex flex-col gap-8">
      {isNothing && (
        <EmptyState title={words.nothing} hint={words.nothingHint} className="h-auto py-6" />
      )}
      <Part title={words.answer} part={answer}>
        {(line) => <MailLine key={line.emailId} line={line} beside={<SentAt line={line} />} />}
      </Part>
      <Part title={words.deadlines} part={deadlines}>
        {(line) => (
          <MailLine
            key={`${line.emailId} ${line.day}`}
            line={line}
            beside={
              <span className="font-medium text-coral tabular">
                {dayAndTime(line.day, line.time)}
              </span>
            }
          />
        )}
      </Part>
      <Part title={words.waiting} part={waiting}>
        {(line) => (
          <MailLine key={line.emailId} isSent line={line} beside={<SentAt line={line} isAsked />} />
        )}
      </Part>
      {rest.length > 0 && <Rest rest={rest} />}
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-label text-ink-3">
        <span>{words.local}</span>
        {!isAnnounced && (
          <Link
            to="/app/settings"
            search={{ tab: "notifications" }}
            className="text-accent-ink underline-offset-2 hover:underline"
          >
            {words.hour}
          </Link>
        )}
      </p>
    </div>
  );
}

function Part<Line>(props: {
  title: string;
  part: { lines: Line[]; more: number };
  children: (line: Line) => ReactNode;
}) {
  const id = useId();
  const { lines, more } = props.part;
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 flex items-baseline gap-2 text-ui font-semibold">
        {props.title}
        <span className="text-label font-medium text-ink-3 tabular">
          {(lines.length + more).toLocaleString(locale)}
        </span>
      </h2>
      <ul className="-mx-3 flex flex-col">{lines.map(props.children)}</ul>
      {more > 0 && <p className="mt-1 ps-12 text-label text-ink-3">{words.more(more)}</p>}
    </section>
  );
}

function MailLine(props: { line: BriefLine; beside: ReactNode; isSent?: boolean }) {
  const { emailId, subject, text } = props.line;
  const who = props.line.who || words.unknown;
  const inside = (
    <>
      <Avatar name={who} size="row" className="mt-0.5" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <bdi className="min-w-0 flex-1 truncate text-ui font-semibold text-ink">{who}</bdi>
          <span className="shrink-0 text-label">{props.beside}</span>
        </span>
        <bdi className="block truncate text-control text-ink">{subject || words.noSubject}</bdi>
        {text && text !== subject && (
          <bdi className="mt-0.5 line-clamp-2 text-control wrap-anywhere text-ink-3">{text}</bdi>
        )}
      </span>
    </>
  );
  return (
    <li>
      {props.isSent ? (
        <Link
          to="/app/$folder"
          params={{ folder: "sent" }}
          search={{ email: emailId }}
          className={row}
        >
          {inside}
        </Link>
      ) : (
        <Link to="/app" search={{ email: emailId }} className={row}>
          {inside}
        </Link>
      )}
    </li>
  );
}

const row =
  "flex gap-3 rounded-control px-3 py-2.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2";

function SentAt({ line, isAsked = false }: { line: BriefLine; isAsked?: boolean }) {
  const now = useNow();
  const day = rowDate(line.sentAt, now);
  return (
    <time dateTime={line.sentAt} title={fullDate(line.sentAt)} className="text-ink-3 tabular">
      {isAsked ? words.sent(day) : day}
    </time>
  );
}

function Rest({ rest }: { rest: Brief["rest"] }) {
  const id = useId();
  const total = rest.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1.5 text-ui font-semibold">
        {words.rest}
      </h2>
      <p className="mb-2 text-control text-ink-2">{words.total(total)}</p>
      <dl className="flex flex-wrap gap-2 text-control">
        {rest.map(({ category, count }) => (
          <div
            key={category ?? ""}
            className="flex items-baseline gap-2 rounded-full border border-line px-3 py-1"
          >
            <dt className="text-ink-2">
              {category ? kindTexts.categories[category] : words.unclassified}
            </dt>
            <dd className="font-semibold text-ink tabular">{count.toLocaleString(locale)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Uses the calendar of the message's author: no time zone is converted. */
function dayAndTime(day: string, time: string): string {
  const at = new Date(`${day}T${time || "00:00"}:00Z`);
  const today = new Date();
  const days = Math.round(
    (Date.parse(`${day}T00:00:00Z`) -
      Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) /
      86_400_000,
  );
  const options = { timeZone: "UTC" } as const;
  const named =
    days === 0
      ? words.today
      : days === 1
        ? words.tomorrow
        : at.toLocaleDateString(locale, {
            ...options,
            weekday: "short",
            day: "numeric",
            month: "short",
          });
  if (!time) return named;
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  return `${named}, ${at.toLocaleTimeString(locale, { ...options, ...clock })}`;
}
