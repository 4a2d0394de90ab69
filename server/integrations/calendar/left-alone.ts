/** Why an entry that stands in a calendar is not written over. */
export const refusals = {
  others: "Left alone: what stands in the calendar is not of this organiser.",
  later: "Left alone: what stands in the calendar is later.",
} as const;

/** Whether this was the answer of a delivery that changed nothing. */
export function isLeftAlone(answer: string): boolean {
  return Object.values<string>(refusals).includes(answer);
}
