import type { Api } from "@inlet/contract/api.ts";
import type { Attachment, Email } from "@inlet/contract/mail/email.ts";
import type { EventPerson, Invitation } from "@inlet/contract/integrations/invitations.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Download, ExternalLink, MapPin, Repeat, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { calendarFile } from "#/features/reader/invitations/calendar-file.ts";
import {
  eventThere,
  eventWhen,
  recurrenceWords,
} from "#/features/reader/invitations/event-text.ts";
import { InvitationAnswers } from "#/features/reader/invitations/invitation-answers.tsx";
import { InvitationCalendar } from "#/features/reader/invitations/invitation-calendar.tsx";
import { InvitationCounter } from "#/features/reader/invitations/invitation-counter.tsx";
import { InvitationGuests } from "#/features/reader/invitations/invitation-guests.tsx";
import { busyQuery, invitationQuery } from "#/features/reader/invitations/invitation-query.ts";
import { invitationTexts as words } from "#/features/reader/invitations/invitation-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { useMailPlace } from "#/state/view/mail-route.ts";
import { Button } from "#/ui/button.tsx";
import { Skeleton } from "#/ui/skeleton.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

type InvitationAnswer = Api["GET /email/{emailId}/invitation"]["output"];

/** The event of a message: its title, time, place and guests, and the user's answer. */
export function InvitationCard({ email }: { email: Email }) {
  const { data, isError, refetch } = useQuery(invitationQuery(email.id));
  if (data) return <Card email={email} shown={data} />;
  return (
    <div className="mt-4 rounded-menu border border-line p-4" aria-busy={!isError}>
      {isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-control text-ink-2">
          <span className="min-w-40 flex-1">{words.failed}</span>
          <Button onClick={() => void refetch()}>{words.retry}</Button>
          <SaveLink attachments={email.attachments} />
        </div>
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">{words.loading}</span>
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3.5 w-2/3" />
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      )}
    </div>
  );
}

function Card({ email, shown }: { email: Email; shown: InvitationAnswer }) {
  const { invitation, calendar } = shown;
  const { title, start, end, recurrence, place, link, notes, organiser, kind } = invitation;
  const isClaim = kind === "cancelled" && invitation.isFromStranger;
  const isOff = invitation.state === "cancelled" || (kind === "cancelled" && !isClaim);
  const there = start && eventThere(start, end);
  return (
    <section
      aria-label={title || words.untitled}
      className="mt-4 overflow-hidden rounded-menu border border-line bg-surface"
    >
      <Notes invitation={invitation} />
      <div className="flex flex-col gap-4 p-4">
        <header className="min-w-0">
          {/* The note above says already that the event was canceled. */}
          {!(kind === "cancelled" && invitation.state === "cancelled" && !isClaim) && (
            <p className="text-label font-medium text-ink-3">
              {isClaim ? words.canceledBySender : words.kinds[kind]}
            </p>
          )}
          <h3
            className={cn(
              "mt-0.5 text-body font-semibold wrap-anywhere text-ink",
              isOff && "text-ink-2 line-through",
            )}
          >
            <bdi>{title || words.untitled}</bdi>
          </h3>
        </header>
        <dl className="flex flex-col gap-2.5 text-control text-ink">
          <Line label={words.when} icon={<CalendarDays {...icon} />}>
            <span className="tabular">{start ? eventWhen(start, end) : words.noTime}</span>
            {there && <span className="block text-ink-2 tabular">{there}</span>}
            {invitation.isOneDate && <span className="block text-ink-2">{words.oneDate}</span>}
          </Line>
          {place && place !== link && (
            <Line label={words.where} icon={<MapPin {...icon} />}>
              <bdi className="wrap-anywhere">{place}</bdi>
            </Line>
          )}
        </dl>
        <InvitationAnswers emailId={email.id} invitation={invitation} />
        <Conflicts emailId={email.id} invitation={invitation} />
        <dl className="flex flex-col gap-2.5 text-control text-ink empty:hidden">
          {recurrence && (
            <Line label={words.repeats} icon={<Repeat {...icon} />}>
              {recurrenceWords(recurrence)}
            </Line>
          )}
          {link && (
            <Line label={words.join} icon={<ExternalLink {...icon} />}>
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="wrap-anywhere text-accent-ink underline-offset-2 hover:underline"
              >
                {link}
              </a>
            </Line>
          )}
        </dl>
        {/* Some mail clients put the text only into the calendar part. */}
        {notes && email.bodyPlain.trim() === "" && (
          <p className="text-control wrap-anywhere whitespace-pre-line text-ink-2">
            <bdi>{notes}</bdi>
          </p>
        )}
        <InvitationGuests
          invitation={invitation}
          organiser={organiser && (invitation.isOrganiser ? words.you : inFull(organiser))}
        />
        {invitation.counter && invitation.reply && (
          <InvitationCounter
            emailId={email.id}
            counter={invitation.counter}
            by={nameOf(invitation.reply)}
          />
        )}
        {calendar && <InvitationCalendar calendar={calendar} />}
        <SaveLink attachments={email.attachments} />
      </div>
    </section>
  );
}

/** Notes on the state of the invitation, above the content of the message. */
function Notes({ invitation }: { invitation: Invitation }) {
  const { openEmail } = useMailPlace();
  const { state, kind, currentEmailId, isFromStranger, reply } = invitation;
  const isAnswer = kind === "reply" || kind === "counter";
  const change =
    state === "cancelled" ? words.cancelled : state === "replaced" ? words.replaced : "";
  return (
    <>
      {change && (
        <Note isGrave>
          <span className="min-w-40 flex-1">{change}</span>
          {currentEmailId && (
            <Button onClick={() => openEmail(currentEmailId)}>{words.showCurrent}</Button>
          )}
        </Note>
      )}
      {isFromStranger && (
        <Note isGrave>
          {isAnswer
            ? words.strangerReply
            : kind === "cancelled"
              ? words.strangerCancel
              : words.stranger}
        </Note>
      )}
      {reply && !isFromStranger && (
        <Note>
          <span className="min-w-0">
            <bdi className="font-medium">
              {kind === "counter"
                ? words.proposed(nameOf(reply))
                : words.replied[reply.answer](nameOf(reply))}
            </bdi>
            {reply.comment && (
              <bdi className="mt-1 block wrap-anywhere whitespace-pre-line text-ink-2">
                {reply.comment}
              </bdi>
            )}
          </span>
        </Note>
      )}
    </>
  );
}

function Note({ isGrave = false, children }: { isGrave?: boolean; children: ReactNode }) {
  return (
    <div
      className={cn(
        "flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 text-control text-ink",
        isGrave ? "bg-warn-soft" : "bg-sunken/60",
      )}
    >
      {children}
    </div>
  );
}

function Line(props: { label: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="mt-0.5 shrink-0 text-ink-3">
        {props.icon}
        <span className="sr-only">{props.label}</span>
      </dt>
      <dd className="min-w-0">{props.children}</dd>
    </div>
  );
}

/** Other events at that time: accepted by email, or in connected calendars. */
function Conflicts({ emailId, invitation }: { emailId: string; invitation: Invitation }) {
  const { kind, state, conflicts } = invitation;
  const isAsked = kind === "request" && state === "current";
  const { data } = useQuery({ ...busyQuery(emailId), enabled: isAsked });
  const known = new Set(conflicts.map(({ title, start }) => `${title} ${start.at}`));
  const others = data?.busy.filter(({ title, start }) => !known.has(`${title} ${start.at}`)) ?? [];
  const all = [...conflicts, ...others];
  const silent = data?.unreachable ?? [];
  return (
    <>
      {all.length > 0 && (
        <div
          role="note"
          className="flex gap-3 rounded-control bg-warn-soft px-3 py-2 text-control text-ink"
        >
          <TriangleAlert {...icon} className="mt-0.5 shrink-0 text-warn" />
          <div className="min-w-0">
            <p className="font-medium">{words.conflicts}</p>
            <ul>
              {all.map(({ title, start, end }) => (
                <li key={`${title} ${start.at}`} className="wrap-anywhere text-ink-2">
                  <bdi>{title || words.untitled}</bdi>, {eventWhen(start, end)}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {silent.map((name) => (
        <p key={name} className="text-control text-ink-2">
          {words.silent(name)}
        </p>
      ))}
    </>
  );
}

/** The event as a file, for a calendar that is not connected. */
function SaveLink({ attachments }: { attachments: readonly Attachment[] }) {
  const file = calendarFile(attachments);
  if (!file) return null;
  return (
    <a
      href={file.url}
      download={file.filename || "invitation.ics"}
      className="inline-flex min-h-6 items-center gap-2 self-start rounded-control text-control text-ink-2 hover:text-ink coarse:min-h-11"
    >
      <Download {...icon} />
      {words.save}
    </a>
  );
}

/** Returns the name with the address: a sender can choose any name. */
function inFull({ name, address }: EventPerson): string {
  return name && address ? `${name} (${address})` : name || address;
}

function nameOf({ name, address }: EventPerson): string {
  return name || address;
}
