import type { Identity } from "@inlet/contract/mail/drafts.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { identitiesQuery } from "#/api/writing-queries.ts";
import { writtenAs } from "#/features/compose/recipients/addresses.ts";
import { ownAddresses } from "#/features/compose/replies/other-recipients.ts";
import { withHtmlSignature, withSignature } from "#/features/compose/editor/signature.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { draftOfKey, editDraft } from "#/features/compose/drafts/writing.ts";
import { useAccounts } from "#/state/view/active-account.ts";

/** A possible sender of a message. */
export interface Sender {
  /** Value of the sender in the list. */
  value: string;
  accountId: string;
  identityId: string | null;
  name: string;
  address: string;
  signature: string;
}

/**
 * Returns all possible senders, and the usual one: the default of the account shown. An account whose identities are unknown is
 * represented by its address. `isKnown` is true once they are loaded.
 */
export function useSenders(): {
  senders: Sender[];
  usual: Sender | null;
  isKnown: boolean;
  /** All addresses of the user. */
  own: string[];
} {
  const { accounts = [], sending } = useAccounts();
  const { data: identities = [], isPending } = useQuery(identitiesQuery);
  const senders = accounts
    .filter((account) => account.canSend || account.id === sending?.id)
    .flatMap((account): Sender[] => {
      const own = identitiesOf(identities, account.id);
      if (own.length === 0) {
        return [
          {
            value: account.id,
            accountId: account.id,
            identityId: null,
            name: "",
            address: account.account_mail,
            signature: "",
          },
        ];
      }
      return own.map(({ id, name, address, signature }) => ({
        value: id,
        accountId: account.id,
        identityId: id,
        name,
        address,
        signature,
      }));
    });
  const usual = senders.find(({ accountId }) => accountId === sending?.id) ?? senders[0] ?? null;
  const own = ownAddresses(accounts, identities);
  return { senders, usual, isKnown: !isPending && accounts.length > 0, own };
}

/** Returns the identities of an account, the default first. */
function identitiesOf(identities: readonly Identity[], accountId: string): Identity[] {
  return identities
    .filter((identity) => identity.accountId === accountId)
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
}

/** Returns the signature of a draft's sender. */
export function signatureOf(
  identities: readonly Identity[],
  draft: { accountId: string; identityId: string | null },
): string {
  const own = identitiesOf(identities, draft.accountId);
  return (own.find(({ id }) => id === draft.identityId) ?? own[0])?.signature ?? "";
}

/** Returns the sender of a draft; null if none was chosen or the sender was deleted. */
export function senderOf(
  senders: readonly Sender[],
  draft: { accountId: string | null; identityId: string | null },
): Sender | null {
  return (
    senders.find(
      ({ identityId, accountId }) =>
        accountId === draft.accountId &&
        (draft.identityId === null || identityId === draft.identityId),
    ) ??
    senders.find(({ accountId }) => accountId === draft.accountId) ??
    null
  );
}

/** Returns the sender of a reply: the address that the message was sent to, else the account's usual one. */
export function senderFor(
  senders: readonly Sender[],
  email: { accountId: string; toAddress: readonly string[]; cc: readonly string[] },
): Sender | null {
  const received = [...email.toAddress, ...email.cc.map((each) => writtenAs(each).address)].map(
    (address) => address.toLowerCase(),
  );
  const own = senders.filter(({ accountId }) => accountId === email.accountId);
  return own.find(({ address }) => received.includes(address.toLowerCase())) ?? own[0] ?? null;
}

/** Sets the sender of a new draft, with its signature, as soon as the senders are known. */
export function useFirstSender(draft: Draft, sender: Sender | null, isKnown: boolean): void {
  const { key, signature } = draft;
  useEffect(() => {
    if (isKnown && sender && signature === null) chooseSender(key, sender, null);
  }, [isKnown, sender, signature, key]);
}

/** Sets the sender of a draft and replaces the signature; `before` is the previous sender. */
export function chooseSender(draftKey: string, sender: Sender, before: Sender | null): void {
  const draft = draftOfKey(draftKey);
  if (!draft) return;
  const old = draft.signature || (before?.signature ?? "");
  const { accountId, identityId, signature } = sender;
  editDraft(draftKey, {
    accountId,
    identityId,
    signature,
    content: withSignature(draft.content, old, signature),
    html: draft.html === null ? null : withHtmlSignature(draft.html, old, signature),
  });
}
