import type { EmailRow, FolderRole } from "@inlet/contract/mail/email.ts";
import { z } from "zod";
import { labelNamesOf } from "#/store/labels/keywords.ts";
import { timeOfListKey } from "#/store/messages/list-keys.ts";
import type { ListedMessage } from "#/store/messages/listed-messages.ts";
import type { LocationRole } from "#/store/engine/schema.ts";
import type { Address } from "#/wire/mime/addresses.ts";

const Addresses = z.array(z.object({ name: z.string(), address: z.string() }));
const Strings = z.array(z.string());

/** The columns of a stored message that lists show. */
type ShownMessage = Omit<ListedMessage, "date_key" | "is_own" | "has_prepared_answer">;

/** Returns a stored message in the form for lists. */
export function presentRow(row: ShownMessage): EmailRow {
  const from = addressesOf(row.from_json);
  const to = addressesOf(row.to_json);
  const flags = stringsOf(row.flags_json);
  return {
    id: row.id,
    accountId: row.account_id,
    threadId: row.thread_id,
    fromName: from.map(nameOf),
    fromAddress: from.map(({ address }) => address),
    toName: to.map(nameOf),
    toAddress: to.map(({ address }) => address),
    subject: row.subject,
    bodyPlain: row.preview,
    emailDate: new Date(row.internal_date).toISOString(),
    flags,
    category: row.category || null,
    priority: row.priority || null,
    summary: row.summary || null,
    tags: labelNamesOf(flags),
    hasAttachments: row.has_attachments === 1,
    snoozedUntil: row.snoozed_until > 0 ? new Date(row.snoozed_until).toISOString() : null,
    returnedAt: row.list_key > 0 ? new Date(timeOfListKey(row.list_key)).toISOString() : null,
    isMuted: row.is_muted === 1,
  };
}

/** A snoozed message is in the inbox, hidden. */
export function shownRole(role: LocationRole): FolderRole {
  return role === "snoozed" ? "inbox" : role;
}

/** Parses a stored list of addresses. */
export function addressesOf(json: string): Address[] {
  return Addresses.parse(JSON.parse(json));
}

/** Parses a stored list of texts. */
export function stringsOf(json: string): string[] {
  return Strings.parse(JSON.parse(json));
}

/** Returns an address as written in a recipients field, with the name quoted where necessary (RFC 5322, 3.2.4). */
export function writtenAddress({ name, address }: Address): string {
  if (name === "" || name === address) return address;
  const isPlain = /^[\p{L}\p{N} .'_-]+$/u.test(name) && !name.includes(".");
  return `${isPlain ? name : `"${name.replace(/["\\]/g, String.raw`\$&`)}"`} <${address}>`;
}

function nameOf({ name, address }: Address): string {
  return name === "" ? address : name;
}
