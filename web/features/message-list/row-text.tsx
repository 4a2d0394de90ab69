import type { Label } from "@inlet/contract/mail/filing.ts";
import { Paperclip, PenLine, VolumeX } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedEmail } from "#/api/queries.ts";
import type { AccountMark } from "#/features/message-list/account-marks.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { CategoryBadge, CategoryDot, PriorityBadge } from "#/features/message-list/row-badges.tsx";
import type { Density } from "#/features/message-list/row-heights.ts";
import { RowLabels } from "#/features/message-list/row-labels.tsx";
import { narrowMarks, type RowMark } from "#/features/message-list/row-marks.ts";
import { cn } from "#/lib/class-names.ts";
import { fullDate } from "#/lib/dates.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Badge } from "#/ui/badge.tsx";

interface RowTextProps {
  email: ListedEmail;
  /** True if an answer in its conversation was begun. */
  hasDraft: boolean;
  people: string;
  /** The name whose initial is shown before the row; empty if there is none. */
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

/** In the narrowest list, the name and the time have all of the space beside a button. */
const besideButton = "coarse:in-data-buttons:@max-[21rem]:hidden";

/**
 * The text of a row: two lines beside an avatar, or one in a compact list, where a phone has two as well: a row that can be touched has
 * the height for them. A wide list has one line in columns. The widths at which it changes are those of the list: 480, 560 and 900 px.
 */
export function RowText(props: RowTextProps) {
  const { density } = props;
  const isCompact = density === "compact";
  return (
    <span role="gridcell" className="flex min-w-0 flex-1 items-center gap-3">
      <Face {...props} />
      <span
        className={cn(
          "min-w-0 flex-1 items-center @[900px]:pe-4 coarse:@[900px]:pe-7",
          isCompact
            ? "flex gap-3 md:coarse:pe-7 coarse:@max-[480px]:grid coarse:@max-[480px]:grid-cols-[minmax(4.5rem,1fr)_minmax(0,auto)] coarse:@max-[480px]:gap-x-2 coarse:@max-[480px]:gap-y-0"
            : "grid grid-cols-[minmax(4.5rem,1fr)_minmax(0,auto)] gap-x-2 gap-y-0.5 @[900px]:flex @[900px]:gap-x-3",
          isCompact && props.isStarred && "pe-4 coarse:pe-7",
        )}
      >
        <People
          {...props}
          className={cn(
            "@[900px]:w-50 @[900px]:shrink-0",
            isCompact && "w-[26%] max-w-48 shrink-0 coarse:@max-[480px]:w-auto @[900px]:max-w-none",
          )}
        />
        <Content {...props} />
        <Marks {...props} />
      </span>
    </span>
  );
}

const faceSizes: Record<Density, string> = {
  compact: "h-4 w-0.5 hue-dot",
  normal: "size-7",
  comfortable: "size-9",
};

/** The avatar of a row, with a ring in the color of its account; in a compact row only a line in this color. */
function Face({ face, account, density }: RowTextProps) {
  const isCompact = density === "compact";
  if (isCompact && !account) return null;
  return (
    <span
      className={cn(
        "shrink-0 rounded-full",
        faceSizes[density],
        account && !isCompact && "hue-ring",
        besideButton,
      )}
      {...(account && {
        role: "img",
        "aria-label": account.mail,
        title: account.mail,
        style: { "--hue": account.hue },
      })}
    >
      {isCompact ? null : face ? (
        <Avatar name={face} size={density === "normal" ? "list" : "row"} />
      ) : (
        <span className="grid size-full place-items-center rounded-full bg-hover text-ink-3">
          <PenLine {...icon} />
        </span>
      )}
    </span>
  );
}

/** Subject and preview, with the category as a dot while there is no space for its name. */
function Content(props: RowTextProps) {
  const { email, density, isStarred } = props;
  const isRoomy = density === "comfortable";
  // The star is at the end of the last line; in one line it has a column.
  const starSpace = cn(
    density !== "compact" && "md:coarse:@max-[900px]:pe-7",
    density !== "compact" && isStarred && "@max-[900px]:pe-6",
  );
  return (
    <span className="col-span-2 row-start-2 min-w-0 flex-1 text-control text-ink-3">
      <span className="flex items-center gap-2">
        <span className={cn("min-w-0 flex-1 truncate", !isRoomy && starSpace)}>
          <Subject {...props} />
          {!isRoomy && <Preview {...props} isApart />}
        </span>
        {/* As wide without a category: the star has one place. It is larger than the dot, for the pointer. A compact row needs the space. */}
        {density !== "compact" && (
          <span data-classification className="-me-[7px] w-5 shrink-0 @[560px]:hidden">
            <CategoryDot category={email.category} />
          </span>
        )}
      </span>
      {isRoomy && (
        <span className={cn("mt-0.5 block truncate", starSpace)}>
          <Preview {...props} />
          {/* Keeps the height of the line if it is empty. */}
          &nbsp;
        </span>
      )}
    </span>
  );
}

function People(props: RowTextProps & { className: string }) {
  const { email, people, isSeen, className } = props;
  const { count = 1 } = email;
  return (
    <span
      className={cn(
        "flex min-w-0 gap-1.5 text-control",
        isSeen ? "text-ink-2" : "font-semibold text-ink",
        className,
      )}
    >
      {props.hasDraft && <span className="shrink-0 font-medium text-coral">{listTexts.draft}</span>}
      <bdi className="truncate">{props.renderText(people)}</bdi>
      {count > 1 && <span className="shrink-0 font-normal text-ink-3 tabular">{count}</span>}
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
  const words = (hasSummary && withoutStart(email.summary ?? "", opening)) || email.bodyPlain;
  if (!words) return null;
  return (
    <span className="text-ink-3">
      {isApart && " · "}
      <bdi>{props.renderText(words)}</bdi>
    </span>
  );
}

function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}

const icon = { size: 13, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The marks of the message and its time; from 560 px of list on, each has a column. */
function Marks(props: RowTextProps) {
  const { email, labels, place, isSeen } = props;
  const narrow = narrowMarks(email, { place, hasLabels: labels.length > 0 });
  const inNarrow = (mark: RowMark) => !narrow.has(mark) && "@max-[560px]:hidden";
  return (
    <span className="col-start-2 row-start-1 flex min-w-0 items-center justify-end gap-2 @[900px]:shrink-0 @[900px]:gap-3">
      {email.isAnswerReady && (
        <Badge className={cn("shrink-0", inNarrow("answer"))}>{listTexts.answerReady}</Badge>
      )}
      {place && (
        <Badge className={cn("max-w-28 min-w-0 @max-[18rem]:hidden", inNarrow("place"))}>
          <bdi className="truncate">{place}</bdi>
        </Badge>
      )}
      {labels.length > 0 && (
        <span className={cn("flex shrink-0", inNarrow("labels"))}>
          <RowLabels labels={labels} />
        </span>
      )}
      {email.isMuted && (
        <VolumeX {...icon} className={cn("shrink-0 text-ink-3", inNarrow("muted"))} />
      )}
      <span data-classification className="flex w-24 shrink-0 @max-[560px]:hidden">
        <CategoryBadge category={email.category} />
      </span>
      <span
        data-classification
        className={cn(
          "flex shrink-0 @max-[560px]:empty:hidden @[560px]:w-10 @[900px]:w-14",
          besideButton,
        )}
      >
        <PriorityBadge priority={email.priority} />
      </span>
      <span
        className={cn(
          // The narrowest list has no space for it beside the name.
          "flex shrink-0 text-ink-3 @max-[18rem]:hidden @max-[560px]:empty:hidden @[560px]:w-5",
          inNarrow("attachment"),
        )}
      >
        {email.hasAttachments && <Paperclip {...icon} />}
      </span>
      <time
        dateTime={email.emailDate}
        title={fullDate(email.emailDate)}
        className={cn(
          "min-w-11 shrink-0 text-end text-meta tabular @[560px]:min-w-14",
          isSeen ? "text-ink-3" : "font-medium text-ink-2",
        )}
      >
        {props.when}
      </time>
    </span>
  );
}
