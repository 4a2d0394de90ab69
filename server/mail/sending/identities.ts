import type { Identity, saveIdentity } from "@inlet/contract/mail/drafts.ts";
import { type AccountId, IdentityId, type MessageId, type UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { accountsOf } from "#/store/accounts/queries.ts";
import { bit } from "#/store/engine/bit.ts";
import { identitiesOf } from "#/store/accounts/identity-queries.ts";
import { getMessage } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { IdentityRow } from "#/store/drafts/schema.ts";
import { userById } from "#/store/users/queries.ts";
import { isAddress } from "#/wire/mime/addresses.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import type { MailContext } from "#/mail/context.ts";
import { addressesOf } from "#/mail/reading/present-row.ts";

/** Returns the user's identities, account by account, each account's own address first. */
export async function listIdentities(mail: MailContext, userId: UserId): Promise<Identity[]> {
  const { reader } = mail.database;
  const accounts = await accountsOf(reader, userId);
  const rows = await identitiesOf(reader, userId);
  const user = await userById(reader, userId);
  return accounts.flatMap(({ id: accountId, account_mail: address }) => {
    const own = rows.filter((row) => row.account_id === accountId);
    const first = own.find((row) => row.id === ownIdentityOf(accountId));
    const others = own.filter((row) => row !== first);
    const isDefault = others.every((row) => row.is_default === 0);
    return [
      {
        id: ownIdentityOf(accountId),
        accountId,
        name: first?.name ?? user?.name ?? "",
        address,
        signature: first?.signature ?? "",
        isDefault,
      },
      ...others.map(present),
    ];
  });
}

/** Creates or changes an identity. Throws account.not_found, send.bad_address. */
export async function storeIdentity(
  mail: MailContext,
  userId: UserId,
  identity: z.output<typeof saveIdentity.input>,
): Promise<Identity> {
  const { id, accountId, name, address, signature, isDefault } = identity;
  const account = await requireAccount(mail, userId, accountId);
  const isOwn = id === ownIdentityOf(accountId);
  const isOther = isOwn && address.toLowerCase() !== account.account_mail.toLowerCase();
  if (!isAddress(address) || isOther) throw new Failure("send.bad_address");
  await mail.execute("identity.save", {
    id,
    user_id: userId,
    account_id: accountId,
    name,
    address,
    signature,
    is_default: bit(isDefault),
    created_at: mail.clock.now(),
  });
  const saved = (await listIdentities(mail, userId)).find((one) => one.id === id);
  if (saved === undefined) throw new Failure("account.not_found");
  return saved;
}

/** Deletes an identity, except that of the account's own address. Throws identity.last. */
export async function dropIdentity(
  mail: MailContext,
  userId: UserId,
  id: IdentityId,
): Promise<void> {
  const accounts = await accountsOf(mail.database.reader, userId);
  if (accounts.some((account) => ownIdentityOf(account.id) === id)) {
    throw new Failure("identity.last");
  }
  await mail.execute("identity.remove", { userId, id });
}

/**
 * Returns the chosen identity, else the one to which the answered message was addressed, else the account's default. Throws
 * send.bad_address if the chosen one is not of this account.
 */
export async function senderOf(
  mail: MailContext,
  userId: UserId,
  {
    accountId,
    identityId,
    answeredId,
  }: {
    accountId: AccountId;
    identityId?: IdentityId | null | undefined;
    answeredId?: MessageId | null | undefined;
  },
): Promise<Identity> {
  const identities = (await listIdentities(mail, userId)).filter(
    (one) => one.accountId === accountId,
  );
  const answered = answeredId
    ? await getMessage(mail.database.reader, userId, answeredId)
    : undefined;
  const chosen = identityId
    ? identities.find((one) => one.id === identityId)
    : (addressedBy(answered, identities) ?? identities.find((one) => one.isDefault));
  if (chosen === undefined) throw new Failure("send.bad_address");
  return chosen;
}

function addressedBy(
  answered: MessageRow | undefined,
  identities: readonly Identity[],
): Identity | undefined {
  if (answered === undefined) return undefined;
  const { from_json, to_json, cc_json, bcc_json, is_own } = answered;
  const fields = is_own === 1 ? [from_json] : [to_json, cc_json, bcc_json];
  const addressed = fields.flatMap(addressesOf).map(({ address }) => address.toLowerCase());
  for (const address of addressed) {
    const same = identities.filter((one) => one.address.toLowerCase() === address);
    const found = same.find((one) => one.isDefault) ?? same[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the id of the identity of the account's own address, which is the account's id. */
function ownIdentityOf(accountId: AccountId): IdentityId {
  return IdentityId.parse(accountId);
}

function present(row: IdentityRow): Identity {
  const { id, account_id: accountId, name, address, signature } = row;
  return { id, accountId, name, address, signature, isDefault: row.is_default === 1 };
}
