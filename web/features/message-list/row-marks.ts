import type { ListedEmail } from "#/api/queries.ts";

const marks = ["priority", "answer", "place", "labels", "attachment", "muted"] as const;

export type RowMark = (typeof marks)[number];

/** Number of marks beside the time that leave enough space for the name in a narrow list. */
const maxNarrow = 2;

/** Returns the marks of a row that even a narrow list shows: the most important ones. The name of the row says all of them. */
export function narrowMarks(
  email: Pick<ListedEmail, "priority" | "isAnswerReady" | "hasAttachments" | "isMuted">,
  row: { place: string; hasLabels: boolean },
): ReadonlySet<RowMark> {
  const has: Record<RowMark, boolean> = {
    priority: email.priority !== null && email.priority !== "Low",
    answer: email.isAnswerReady === true,
    place: row.place !== "",
    labels: row.hasLabels,
    attachment: email.hasAttachments,
    muted: email.isMuted,
  };
  return new Set(marks.filter((mark) => has[mark]).slice(0, maxNarrow));
}
