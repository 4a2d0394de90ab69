import { z } from "zod";
import type { MessageRow } from "#/store/engine/schema.ts";

const Signs = z.object({
  dmarc: z.object({ verdict: z.string(), isStrict: z.boolean() }).optional(),
});

/**
 * Reports whether a message may be listed in a brief or be reminded of: no advertising, nothing muted, and no sender that fails a
 * strict DMARC policy.
 */
export function isNoteworthy(
  row: Pick<MessageRow, "is_own" | "is_muted" | "category" | "signs_json">,
): boolean {
  if (row.is_own === 1 || row.is_muted === 1) return false;
  if (row.category === "Spam" || row.category === "Promotions") return false;
  const { dmarc } = Signs.parse(JSON.parse(row.signs_json));
  return dmarc?.verdict !== "fail" || !dmarc.isStrict;
}
