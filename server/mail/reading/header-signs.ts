import { z } from "zod";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { MessageSigns } from "#/wire/mime/signs.ts";

const yes = z.literal(true).exactOptional();
const Signs: z.ZodType<MessageSigns> = z.object({
  sentAt: z.number().exactOptional(),
  hasTwoSenders: yes,
  isTurnedAround: yes,
  unsubscribe: z
    .object({ web: z.string(), mail: z.string(), isOneClick: z.boolean() })
    .exactOptional(),
  isBulk: yes,
  isAutomatic: yes,
  list: z.object({ id: z.string(), address: z.string() }).exactOptional(),
  deliveredTo: z.array(z.string()).exactOptional(),
  saysSpam: yes,
  dmarc: z
    .object({ server: z.string(), verdict: z.string(), isStrict: z.boolean() })
    .exactOptional(),
  receipt: z.object({ to: z.string(), originalRecipient: z.string() }).exactOptional(),
  report: z
    .object({
      messageId: z.string(),
      envelopeId: z.string(),
      failed: z.array(
        z.object({ address: z.string(), status: z.string(), diagnostic: z.string() }),
      ),
    })
    .exactOptional(),
});

/** Returns the stored signs from the message's header. */
export function signsOf(row: Pick<MessageRow, "signs_json">): MessageSigns {
  return Signs.parse(JSON.parse(row.signs_json));
}

/** Returns how to unsubscribe from the message's list. */
export function wayToUnsubscribe({
  unsubscribe,
}: MessageSigns): "one_click" | "mail" | "page" | null {
  if (unsubscribe === undefined) return null;
  if (unsubscribe.isOneClick) return "one_click";
  return unsubscribe.mail === "" ? "page" : "mail";
}
