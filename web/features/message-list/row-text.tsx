import type { Label } from "@inlet/contract/mail/filing.ts";
import { Paperclip, Sparkles, VolumeX } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedEmail } from "#/api/queries.ts";
import type { AccountMark } from "#/features/message-list/account-marks.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { CategoryBadge, PriorityBadge } from "#/features/message-list/row-badges.tsx";
import type { Density } from "#/features/message-list/row-heights.ts";
import { RowLabels } from "#/features/message-list/row-labels.tsx";
import { cn } from "#/lib/class-names.ts";
import { fullDate } from "#/lib/dates.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Badge } from "#/ui/badge.tsx";

interface RowTextProps {
  email: ListedEmail;
  people: string;
  /** The name whose initial is shown before a comfortable row. */
  face: string;
  subject: string;
  when: string;
  labels: readonly Label[];
  account: AccountMark | undefined;
  place: string;
  /** Renders correspondents, subject and preview. */
  renderText: (text: string) => ReactNode;
  isSeen: boolean;
  isStarred: boolean;
  density: Density;
}

/** The text of a row: in one line, in two, or in three beside an avatar of the author. */
export function RowText(props: RowTextProps) {
  if (props.density === "compact") return <OneLine {...props} />;
  const { email, isStarred } = props;
  const isRoomy = props.density === "comfortable";
  return (
    <span role="gridcell" className="flex min-w-0 flex-1 items-center gap-3">
      {isRoomy && <Avatar name={props.face} size="row" />}
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-0.5">
        <span className="flex items-center gap-2">
          <People {...props} className="flex-1" />
          <ClassificationBadge {...email} />
          <Marks {...props} />
        </span>
        <span
          className={cn(
            "flex min-w-0 items-center gap-2",
            !isRoomy && "coarse:pe-7",
            !isRoomy && isStarred && "pe-6",
          )}
        >
          <span className="min-w-0 flex-1 truncate text-control text-ink-3">
            <Subject {...props} />
            {!isRoomy && <Preview {...props} isApart />}
          </span>
        </span>
        {isRoomy && (
          <span className={cn("truncate text-control text-ink-3 coarse:pe-7", isStarred && "pe-6")}>
            <Preview {...props} />
            {/* Keeps the height of the line if it is empty. */}
            &nbsp;
          </span>
        )}
      </span>
    </span>
  );
}

function OneLine(props: RowTextProps) {
  const { email } = props;
  return (
    // The star is at the end; with enough space it has a separate column.
    <span
      role="gridcell"
      className={cn(
        "flex min-w-0 flex-1 items-center gap-3 @xl:pe-4 coarse:pe-7",
        props.isStarred && "pe-4",
      )}
    >
      <People {...props} className="w-[32%] max-w-48 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-control text-ink-3">
        <Subject {...props} />
        <Preview {...props} isApart />
      </span>
      <span className="flex shrink-0 items-center gap-2">
        <span className="contents @max-xl:hidden">
          <ClassificationBadge {...email} />
        </span>
        <Marks {...props} />
      </span>
    </span>
  );
}

/** Shown beside the sender, if there is space: the second line is for the content. */
function ClassificationBadge({ category, priority }: Pick<ListedEmail, "category" | "priority">) {
  return (
    <span data-classification className="flex shrink-0 items-center gap-2 empty:hidden">
      <CategoryBadge category={category} />
      <PriorityBadge priority={priority} />
    </span>
  );
}

function People(props: RowTextProps & { className: string }) {
  const { email, people, isSeen, className } = props;
  const { count = 1 } = email;
  return (
    <span
      className={cn(
        "min-w-0 truncate text-control",
        isSeen ? "text-ink-2" : "font-semibold text-ink",
        className,
      )}
    >
      <bdi>{props.renderText(people)}</bdi>
      {count > 1 && <span className="ms-1.5 font-normal text-ink-3 tabular">{count}</span>}
    </span>
  );
}

function Subject({ subject, isSeen, renderText }: RowTextProps) {
  return (
    <bdi className={isSeen ? "text-ink-2" : "font-semibold text-ink"}>{renderText(subject)}</bdi>
  );
}

/** Shows the beginning of the message or, if the user prefers it and there is one, a summary in one line. */
function Preview(props: RowTextProps & { isApart?: boolean }) {
  const { email, isApart = false } = props;
  const isWanted = usePreference("listSummaries");
  // A summary that only repeats the subject is not shown beside it.
  const hasSummary = isWanted && email.summary !== null && !email.subject.includes(email.summary);
  // The author is shown in the row already.
  const opening = listTexts.newsletterFrom(email.fromName[0] || email.fromAddress[0] || "");
  const summary = hasSummary && withoutStart(email.summary ?? "", opening);
  const words = summary || email.bodyPlain;
  if (!words) return null;
  return (
    <span className="text-ink-3">
      {isApart && " · "}
      {summary && (
        <Sparkles
          size={12}
          strokeWidth={1.75}
          role="img"
          aria-label={listTexts.summary}
          className="me-1 inline align-[-1px] text-accent-ink"
        />
      )}
      <bdi>{props.renderText(words)}</bdi>
    </span>
  );
}

function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}

const mark = { size: 13, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Labels, further marks of the message, and its time. */
function Marks({ email, account, labels, place, when, isSeen }: RowTextProps) {
  return (
    <>
      {email.isAnswerReady && <Badge>{listTexts.answerReady}</Badge>}
      {place && (
        <Badge className="max-w-28">
          <bdi className="truncate">{place}</bdi>
        </Badge>
      )}
      {labels.length > 0 && <RowLabels labels={labels} />}
      {email.isMuted && <VolumeX {...mark} className="shrink-0 text-ink-3" />}
      {email.hasAttachments && <Paperclip {...mark} className="shrink-0 text-ink-3" />}
      <time
        dateTime={email.emailDate}
        title={fullDate(email.emailDate)}
        className={cn(
          "shrink-0 text-meta tabular",
          isSeen ? "text-ink-3" : "font-medium text-ink-2",
        )}
      >
        {when}
      </time>
      {account && (
        <span role="img" aria-label={account.mail} title={account.mail} className="flex shrink-0">
          <Avatar name={account.mail} hue={account.hue} size="mark" />
        </span>
      )}
    </>
  );
}
