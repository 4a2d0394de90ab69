import { createHash } from "node:crypto";
import type { UserId } from "@inlet/contract/ids.ts";
import { defaultLanguage } from "@inlet/contract/languages.ts";
import { z } from "zod";
import { attachmentsOf } from "#/store/messages/attachment-queries.ts";
import { getBody } from "#/store/messages/body-queries.ts";
import { languageOf } from "#/store/users/preference-queries.ts";
import { summariesOf } from "#/store/ai/summary-queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { AiContext } from "../context.ts";
import { readAhead } from "../text/visible-text.ts";
import { type MailToSummarize, summarizeMail } from "./summarize-mail.ts";
import { engineVersion, type MailSummary } from "./summary.ts";

/** A message of a thread with its text. */
export interface ThreadMember {
  row: MessageRow;
  summary: MailSummary;
}

const Found = z.object({ text: z.string(), start: z.number(), end: z.number() });
const Source = z.enum(["own", "quoted", "subject", "sender", "attachments"]);
const Kept: z.ZodType<MailSummary> = z.object({
  line: z.string(),
  pieces: z.array(
    z.union([
      Found.extend({ from: Source }),
      z.object({ from: z.literal("inlet"), text: z.string() }),
    ]),
  ),
  points: z.array(Found),
  of: z.enum(["own", "quoted"]),
  asks: z.array(Found),
  dates: z.array(Found.extend({ day: z.string(), time: z.string() })),
  amounts: z.array(Found),
  note: z.string(),
});
const Addresses = z.array(z.object({ name: z.string(), address: z.string() }));
const Signs = z.object({ unsubscribe: z.unknown().optional() });

/** Returns the summary of a message from its sentences: the stored one, or a new one if the message is new or has changed. */
export async function localSummary(
  ai: Pick<AiContext, "database" | "execute">,
  userId: UserId,
  row: MessageRow,
): Promise<MailSummary> {
  const { reader } = ai.database;
  const mail = await readForSummary(ai, userId, row);
  const contentHash = hashOf([engineVersion, mail]);
  const [kept] = await summariesOf(reader, userId, [row.id], "local");
  if (kept?.content_hash === contentHash && row.summary_version === engineVersion) {
    const summary = readStoredSummary(kept.value_json);
    if (summary !== null) return summary;
  }
  await readAhead(mail.html);
  const summary = summarizeMail(mail);
  await ai.execute("summaries.keep", {
    userId,
    messageId: row.id,
    engine: "local",
    contentHash,
    value: JSON.stringify(summary),
    line: {
      text: isInPreview(summary.line, row.preview) ? "" : summary.line,
      version: engineVersion,
    },
  });
  return summary;
}

/** Returns a stored summary; null for one whose computation did not finish. */
export function readStoredSummary(json: string): MailSummary | null {
  return Kept.safeParse(JSON.parse(json)).data ?? null;
}

/** Returns the sender's name, or the address if the name is missing. */
export function senderOf(row: Pick<MessageRow, "from_json">): string {
  const [from] = Addresses.parse(JSON.parse(row.from_json));
  return from?.name || from?.address || "";
}

/** Returns true for an encrypted message, whose text is unknown. */
export function isEncrypted({ notice }: Pick<MessageRow, "notice">): boolean {
  return notice.startsWith("This email is encrypted");
}

/** Returns a hash that identifies the content. */
export function hashOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

/** Reads the parts of a stored message that its summary needs. */
export async function readForSummary(
  { database: { reader } }: Pick<AiContext, "database">,
  userId: UserId,
  row: MessageRow,
): Promise<MailToSummarize> {
  const body = await getBody(reader, userId, row.id);
  const readerLanguage = await languageOf(reader, userId);
  const files = row.has_attachments === 1 ? await attachmentsOf(reader, userId, row.id) : [];
  return {
    subject: row.subject,
    text: body?.text ?? "",
    html: body?.html ?? "",
    sender: senderOf(row),
    sent: new Date(row.internal_date),
    isBulk: Signs.parse(JSON.parse(row.signs_json)).unsubscribe !== undefined,
    isReply: row.in_reply_to !== "",
    isEncrypted: isEncrypted(row),
    attachments: files.filter((file) => file.is_inline === 0).map(({ filename }) => filename),
    // English is left out, which keeps the hashes of summaries from before other languages valid.
    ...(readerLanguage !== defaultLanguage && { readerLanguage }),
  };
}

/** Returns true if the preview in the list already shows the whole text. */
function isInPreview(line: string, preview: string): boolean {
  return preview.length <= 140 && preview.includes(line.slice(0, 100));
}
