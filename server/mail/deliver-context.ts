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
  /**
   * Time without an answer after the final dot, after which the user sees that the outcome is unknown. The answer may still come.
   */
  unsureMs: number;
  /** Waits between tries at a server that says "later" (greylisting), before the user sees a failure. */
  retryWaitsMs: readonly number[];
}
