import type { EmailRow } from "@inlet/contract/email.ts";
import { z } from "zod";
import type { MessageRow } from "#/store/tables.ts";
import type { Address } from "#/wire/mime/parsed.ts";

const Addresses = z.array(z.object({ name: z.string(), address: z.string() }));
const Strings = z.array(z.string());

/** Flags that mean something to servers and clients; every other keyword is shown as a tag. */
const systemFlag = /^[\\$]|^(NonJunk|Junk|Forwarded|MDNSent)$/i;

/** A stored message as lists show it. */
export function presentRow(row: MessageRow): EmailRow {
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
    category: null,
    priority: null,
    tags: flags.filter((flag) => !systemFlag.test(flag)),
    hasAttachments: row.has_attachments === 1,
  };
}

/** Reads a stored list of addresses. */
export function addressesOf(json: string): Address[] {
  return Addresses.parse(JSON.parse(json));
}

/** Reads a stored list of texts. */
export function stringsOf(json: string): string[] {
  return Strings.parse(JSON.parse(json));
}

/** An address as a recipients field takes it, its name quoted where that is needed (RFC 5322, 3.2.4). */
export function writtenAddress({ name, address }: Address): string {
  if (name === "" || name === address) return address;
  const isPlain = /^[\p{L}\p{N} .'_-]+$/u.test(name) && !name.includes(".");
  return `${isPlain ? name : `"${name.replace(/["\\]/g, String.raw`\$&`)}"`} <${address}>`;
}

function nameOf({ name, address }: Address): string {
  return name === "" ? address : name;
}
