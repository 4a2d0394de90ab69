import type { Attendee, Invitation } from "@inlet/contract/integrations/invitations.ts";
import { Check, CircleDashed, HelpCircle, X } from "lucide-react";
import { invitationTexts as words } from "#/features/reader/invitations/invitation-texts.ts";

const shownMax = 12;
const marks = { accepted: Check, tentative: HelpCircle, declined: X, none: CircleDashed } as const;

/** The organizer, and the responses of the guests so far. */
export function InvitationGuests(props: { invitation: Invitation; organiser: string | null }) {
  const { attendees, attendeesCount } = props.invitation;
  const shown = attendees.slice(0, shownMax);
  const more = attendeesCount - shown.length;
  if (!props.organiser && shown.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3 text-control text-ink-2">
      {props.organiser && (
        <p>
          {words.organiser}: <bdi className="wrap-anywhere text-ink">{props.organiser}</bdi>
        </p>
      )}
      {shown.length > 0 && (
        <ul aria-label={words.guests} className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {shown.map((attendee, index) => (
            // An address may be listed twice.
            // oxlint-disable-next-line react/no-array-index-key
            <Guest key={`${attendee.address} ${index}`} attendee={attendee} />
          ))}
          {more > 0 && <li className="text-ink-3">{words.more(more)}</li>}
        </ul>
      )}
    </div>
  );
}

function Guest({ attendee }: { attendee: Attendee }) {
  const { name, address, answer, isOptional, isSelf } = attendee;
  const Mark = marks[answer];
  return (
    <li className="flex min-w-0 items-center gap-2">
      <Mark size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="min-w-0 truncate" title={address}>
        <bdi>{isSelf ? words.you : name || address}</bdi>
        {isOptional && <span className="text-ink-3"> ({words.optional})</span>}
        <span className="sr-only">: {words.answers[answer]}</span>
      </span>
    </li>
  );
}
