import type { AccountId } from "@inlet/contract/ids.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { MailContext } from "#/mail/context.ts";

export interface DeliverContext extends MailContext {
  /** Runs work on the account's second connection. Throws WireError. */
  lend: <Result>(
    accountId: AccountId,
    work: (connection: ImapConnection) => Promise<Result>,
  ) => Promise<Result>;
  /** Requests an early sync of the account's folders. */
  lookAround: (accountId: AccountId) => void;
  /** Timeouts, shorter in tests. */
  timeouts?: Partial<Timeouts>;
}

export interface Timeouts {
  /** Timeout for each response of the SMTP server. */
  answerMs: number;
  /**
   * Time without an answer after the final dot, after which the user sees that the outcome is unknown. The answer may still come.
   */
  unsureMs: number;
  /** Waits between tries at a server that says "later" (greylisting), before the user sees a failure. */
  retryWaitsMs: readonly number[];
}
