import type { AccountId } from "@inlet/contract/ids.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { MailContext } from "./context.ts";

export interface DeliverContext extends MailContext {
  /** Lends the account's second connection. Throws WireError. */
  lend: <Result>(
    accountId: AccountId,
    work: (connection: ImapConnection) => Promise<Result>,
  ) => Promise<Result>;
  /** The account's folders are looked at soon. */
  lookAround: (accountId: AccountId) => void;
  /** Shorter for tests. */
  patience?: Partial<Patience>;
}

export interface Patience {
  /** For each answer of the SMTP server. */
  answerMs: number;
  /** After the last dot: from then on the person is told that nobody knows, while the answer may still come. */
  unsureMs: number;
  /** A server that says "later" (greylisting) is asked again this often before the person is told. */
  retryWaitsMs: readonly number[];
}
