/** Why an entry that stands in a calendar is not written over. */
export const refusals = {
  others: "Left alone: what stands in the calendar is not of this organiser.",
  later: "Left alone: what stands in the calendar is later.",
  changed: "Left alone: the event was changed in the calendar.",
  tellsGuests:
    "Left alone: this calendar's server tells guests itself. They know the new time; change it there too.",
} as const;

/** Whether this was the answer of a delivery that changed nothing. */
export function isLeftAlone(answer: string): boolean {
  return Object.values<string>(refusals).includes(answer);
}
