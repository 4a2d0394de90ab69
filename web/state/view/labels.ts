import type { Label, LabelColor } from "@inlet/contract/mail/filing.ts";
import { useQuery } from "@tanstack/react-query";
import { labelsQuery } from "#/api/queries.ts";

/** Hue of each color; gray has none. */
export const labelHues: Record<LabelColor, number | undefined> = {
  work: 255,
  personal: 155,
  finance: 85,
  important: 20,
  default: undefined,
};

const none: readonly Label[] = [];

/** Returns the user's labels, as far as they are loaded. */
export function useLabels(): readonly Label[] {
  return useQuery(labelsQuery).data ?? none;
}

/** Returns the labels of a message, in the order of all labels. */
export function labelsOf(tags: readonly string[], labels: readonly Label[]): Label[] {
  return labels.filter(({ name }) => tags.includes(name));
}
