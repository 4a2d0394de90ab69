import type { Email } from "@inlet/contract/mail/email.ts";
import { written, writtenAs } from "#/features/compose/recipients/addresses.ts";

/** Returns all addresses of the user, including accounts that can only receive, and other addresses to reply from. */
export function ownAddresses(
  accounts: readonly { account_mail: string }[],
  identities: readonly { address: string }[],
): string[] {
  return [
    ...accounts.map((account) => account.account_mail),
    ...identities.map((one) => one.address),
  ];
}

/** Returns the recipients that a reply to all has in addition to those of a plain reply; never the user. */
export function othersOf(
  email: Pick<Email, "replyTo" | "toName" | "toAddress" | "cc">,
  own: readonly string[],
): string[] {
  const taken = new Set([
    ...own.map((address) => address.toLowerCase()),
    ...email.replyTo.map((each) => writtenAs(each).address.toLowerCase()),
  ]);
  const received = email.toAddress.map((address, at) => written(email.toName[at] ?? "", address));
  return [...received, ...email.cc].filter((each) => {
    const address = writtenAs(each).address.toLowerCase();
    if (!address || taken.has(address)) return false;
    taken.add(address);
    return true;
  });
}
