import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import type { completeRecipient } from "@inlet/contract/mail/drafts.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import {
  contactGroupsOf,
  contactNames,
  contactsLike,
  type StoredContact,
} from "#/store/contacts/queries.ts";
import {
  type Correspondent,
  correspondentsLike,
  foldName,
  usualAccounts,
} from "#/store/contacts/correspondents.ts";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import { isAddress } from "#/wire/mime/addresses.ts";
import type { MailContext } from "#/mail/context.ts";

const shown = 10;
/** Messages sent this long ago count half. */
const halfLifeMs = 60 * 24 * 3600_000;
/** Senders that do not read replies. */
const noReply = /^(?:no|do-?not|not)[-_.]?reply|^(?:mailer-daemon|bounces?|notifications?)\b/i;

/** Returns contacts and correspondents with a part of their name or address that begins with the query, the likeliest first. */
export async function findRecipients(
  mail: MailContext,
  userId: UserId,
  { query, accountId }: z.output<typeof completeRecipient.input>,
): Promise<z.output<typeof completeRecipient.output>> {
  const { reader } = mail.database;
  const own = await ownAddressesOf(reader, userId);
  const now = mail.clock.now();
  const contacts = await contactsLike(reader, userId, { query, limit: shown * 3 });
  const found = withContacts(await correspondentsLike(reader, userId, query), contacts)
    .filter(({ address }) => isAddress(address))
    .map((one) => ({ one, rank: rankOf(one, now), late: lateness(one, own) }))
    .toSorted((a, b) => a.late - b.late || b.rank - a.rank)
    .slice(0, shown * 3);
  const usual = await usualAccounts(
    reader,
    userId,
    found.map(({ one }) => one.address),
  );
  // The name in the user's contacts wins over the name in messages.
  const names = await contactNames(
    reader,
    userId,
    found.map(({ one }) => one.address),
  );
  const recipients = found.map(({ one: { name: candidates, address, sent }, late, rank }) => {
    const name = names.get(address) ?? candidates;
    const usualAccountId = usual.get(address) ?? null;
    // Correspondents of this account come a little before those of another account.
    const weight = accountId !== undefined && usualAccountId === accountId ? rank * 1.5 : rank;
    return { recipient: { name, address, sent, usualAccountId }, late, weight };
  });
  return {
    recipients: recipients
      .toSorted((a, b) => a.late - b.late || b.weight - a.weight)
      .slice(0, shown)
      .map(({ recipient }) => recipient),
    groups: await groupsLike(mail, userId, query),
  };
}

/** Adds contacts without any message. */
function withContacts(
  found: readonly Correspondent[],
  contacts: readonly StoredContact[],
): Correspondent[] {
  const known = new Set(found.map(({ address }) => address));
  const never = { lastSentAt: 0, lastReceivedAt: 0 };
  const others = contacts.flatMap(({ name, sent, addresses }) =>
    addresses
      .map((address) => address.toLowerCase())
      .filter((address) => !known.has(address))
      // As much as a correspondent with a few received messages.
      .map((address) => ({ ...never, name, address, sent, received: 8 })),
  );
  return [...found, ...new Map(others.map((one) => [one.address, one])).values()];
}

const groupsShown = 3;

/** Returns groups with a word of this beginning, with the first address of each member. */
async function groupsLike(mail: MailContext, userId: UserId, query: string) {
  const { reader } = mail.database;
  const wanted = foldName(query);
  if (wanted === "") return [];
  const groups = (await contactGroupsOf(reader, userId))
    .filter(({ name, members }) => members > 0 && ` ${foldName(name)}`.includes(` ${wanted}`))
    .slice(0, groupsShown);
  return Promise.all(
    groups.map(async ({ id, name }) => {
      const limit = contactLimits.members;
      const members = await contactsLike(reader, userId, { groupId: id, limit });
      return {
        id,
        name,
        members: members.flatMap(({ name: member, addresses: [address] }) =>
          address === undefined ? [] : [{ name: member, address }],
        ),
      };
    }),
  );
}

/** Ranks by how often and how recently the user wrote; received messages count little. */
function rankOf(one: Correspondent, now: number): number {
  const fresh = (at: number) => (at === 0 ? 0 : 0.5 ** (Math.max(0, now - at) / halfLifeMs));
  const often = (count: number) => Math.log2(1 + count);
  return (
    often(one.sent) * (0.2 + 0.8 * fresh(one.lastSentAt)) * 4 +
    often(one.received) * (0.2 + 0.8 * fresh(one.lastReceivedAt)) * 0.5
  );
}

function lateness({ address, sent }: Correspondent, own: ReadonlySet<string>): number {
  if (own.has(address)) return 2;
  return sent === 0 && noReply.test(address) ? 1 : 0;
}
