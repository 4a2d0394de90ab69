import type { Brief, BriefDeadline, BriefLine } from "@inlet/contract/ai/brief.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { briefTexts as words } from "#/features/brief/brief-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { fullDate, isoDay, rowDate } from "#/lib/dates.ts";
import { locale } from "#/lib/locale.ts";
import { useNow } from "#/lib/use-now.ts";
import { Avatar } from "#/ui/avatar.tsx";

/** A line of the brief, in the part that lists it. */
export type PartLine =
  | { part: "answer" | "waiting"; line: BriefLine }
  | { part: "deadlines"; line: BriefDeadline };

/** Returns the lines of all parts, in the order in which they are shown. */
export function linesOf({ answer, deadlines, waiting }: Brief): PartLine[] {
  return [
    ...answer.lines.map((line): PartLine => ({ part: "answer", line })),
    ...deadlines.lines.map((line): PartLine => ({ part: "deadlines", line })),
    ...waiting.lines.map((line): PartLine => ({ part: "waiting", line })),
  ];
}

/** Returns the number of things that wait for the user, listed or not. */
export function countOf({ answer, deadlines, waiting }: Brief): number {
  return [answer, deadlines, waiting].reduce(
    (sum, { lines, more }) => sum + lines.length + more,
    0,
  );
}

/** Names a line. A message may be in two parts, and in the deadlines several times. */
export function keyOfLine({ part, line }: PartLine): string {
  return `${part} ${line.emailId} ${"day" in line ? line.day : ""}`;
}

/** Folds its content away while it is gone. It stays in the page, to fold out again after undo. */
export function Folding(props: { isGone: boolean; className?: string; children: ReactNode }) {
  return (
    <div
      inert={props.isGone}
      className={cn(
        "grid transition-[grid-template-rows,opacity,visibility] duration-[160ms]",
        props.isGone ? "invisible grid-rows-[0fr] opacity-0" : "grid-rows-[1fr]",
        props.className,
      )}
    >
      <div className="min-h-0 overflow-hidden">{props.children}</div>
    </div>
  );
}

/** A message of the brief: a link to it, and its actions, which are dimmed until the pointer or the focus is on the line. */
export function BriefRow(props: { of: PartLine; isGone: boolean; actions: ReactNode }) {
  const { part, line } = props.of;
  const { emailId, subject, text } = line;
  const who = line.who || words.unknown;
  const inside = (
    <>
      <Avatar name={who} size="row" className="mt-0.5" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <bdi className="min-w-0 flex-1 truncate text-ui font-semibold text-ink">{who}</bdi>
          <span className="shrink-0 text-label">
            <Beside of={props.of} />
          </span>
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
      <Folding isGone={props.isGone}>
        <div
          data-line={keyOfLine(props.of)}
          className="group flex rounded-control transition-colors focus-within:bg-hover hover:bg-hover coarse:flex-col"
        >
          {part === "waiting" ? (
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
          <div className="flex shrink-0 py-1.5 pe-1 opacity-60 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 coarse:py-0 coarse:ps-10.5 coarse:opacity-100">
            {props.actions}
          </div>
        </div>
      </Folding>
    </li>
  );
}

const row =
  "flex min-w-0 flex-1 gap-3 rounded-control px-3 py-2.5 coarse:pb-0 focus-visible:-outline-offset-2";

/** The day of a deadline, else the time of the message. */
function Beside({ of }: { of: PartLine }) {
  const now = useNow();
  if (of.part === "deadlines") {
    return (
      <span className="font-medium text-coral tabular">
        {dayAndTime(of.line.day, of.line.time)}
      </span>
    );
  }
  const { sentAt } = of.line;
  const day = dayOrTime(sentAt, now);
  return (
    <time dateTime={sentAt} title={fullDate(sentAt)} className="text-ink-3 tabular">
      {of.part === "waiting" ? words.sent(day) : day}
    </time>
  );
}

/** Returns the label of a list row; yesterday has its weekday, where its time would look like one of today. */
function dayOrTime(iso: string, now: Date): string {
  const date = new Date(iso);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isoDay(date) !== isoDay(yesterday)) return rowDate(iso, now);
  return date.toLocaleDateString(locale, { weekday: "short" });
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
