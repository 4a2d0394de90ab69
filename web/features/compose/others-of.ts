import type { Email } from "@inlet/contract/email.ts";
import { written, writtenAs } from "#/features/compose/addresses.ts";

/** Everything that is oneself: also accounts that can only receive, and what is answered from elsewhere. */
export function ownAddresses(
  accounts: readonly { account_mail: string }[],
  identities: readonly { address: string }[],
): string[] {
  return [
    ...accounts.map((account) => account.account_mail),
    ...identities.map((one) => one.address),
  ];
}

/** Whom an answer to everybody goes to besides those that any answer goes to; never to oneself. */
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
