import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { accountsOf } from "#/store/accounts/queries.ts";
import { labelNamesOf } from "#/store/labels/keywords.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import { getMessages } from "#/store/messages/queries.ts";
import type { IntegrationContext } from "./context.ts";

const Addresses = z.array(z.object({ name: z.string(), address: z.string() }));
type Address = z.infer<typeof Addresses>[number];

/** Fields of a message that integrations show. */
export interface DescribedMessage {
  emailId: MessageId;
  threadId: string;
  accountId: string;
  /** Name of the account, as users see it. */
  account: string;
  from: Address;
  to: Address[];
  subject: string;
  /** The beginning of its text. */
  preview: string;
  /** Summary on one line; "" if it does not exist yet. */
  summary: string;
  date: string;
  /** "" if the message is not classified yet. */
  category: string;
  priority: string;
  labels: string[];
  /** The roles of the folders that contain it, such as inbox. */
  folders: string[];
  isSeen: boolean;
  hasAttachments: boolean;
  /** Opens the message in Inlet. */
  url: string;
}

/** Returns the fields of a message that integrations show; null if it no longer exists. */
export async function describeMessage(
  { database: { reader }, publicUrl }: Pick<IntegrationContext, "database" | "publicUrl">,
  userId: UserId,
  emailId: MessageId,
): Promise<DescribedMessage | null> {
  const [row] = await getMessages(reader, userId, [emailId]);
  if (!row || row.orphaned_at > 0) return null;
  const accounts = await accountsOf(reader, userId);
  const account = accounts.find(({ id }) => id === row.account_id);
  const places = await locationsOf(reader, userId, emailId);
  return {
    emailId,
    threadId: row.thread_id,
    accountId: row.account_id,
    account: account?.name || account?.account_mail || "",
    from: firstSender(row.from_json),
    to: Addresses.parse(JSON.parse(row.to_json)),
    subject: row.subject,
    preview: row.preview,
    summary: row.summary,
    date: new Date(row.internal_date).toISOString(),
    category: row.category,
    priority: row.priority,
    labels: labelNamesOf(stringsOf(row.flags_json)),
    folders: [...new Set(places.map(({ role }) => role))],
    isSeen: row.is_seen === 1,
    hasAttachments: row.has_attachments === 1,
    url: new URL(`/app?email=${encodeURIComponent(emailId)}`, publicUrl).href,
  };
}

/** Returns the sender that a message claims. */
export function firstSender(json: string): Address {
  return Addresses.parse(JSON.parse(json))[0] ?? { name: "", address: "" };
}

/** Parses a stored list of strings. */
export function stringsOf(json: string): string[] {
  return z.array(z.string()).parse(JSON.parse(json));
}
