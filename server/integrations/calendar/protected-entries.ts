/** Reasons why an existing entry in a calendar is not overwritten. */
export const refusals = {
  others: "Left alone: the event in the calendar is from a different organizer.",
  later: "Left alone: the event in the calendar is newer.",
  changed: "Left alone: the event was changed in the calendar.",
  notifiesGuests:
    "Left alone: this calendar's server notifies guests itself. They know the new time; change it there too.",
} as const;

/** Returns true if this is the answer of a delivery that changed nothing. */
export function isLeftAlone(answer: string): boolean {
  // Stored answers have the wording of the version that wrote them.
  return answer.startsWith("Left alone: ");
}
