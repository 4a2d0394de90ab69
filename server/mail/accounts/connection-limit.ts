import type { AccountId } from "@inlet/contract/ids.ts";
import { WireError } from "#/wire/imap/wire-error.ts";

/** The last turn in the queue of each account. */
const queues = new Map<AccountId, Promise<void>>();

/** Number of callers that have or wait for the turn of an account. */
const interested = new Map<AccountId, number>();

/** Returns true if another caller waits for the account's turn: long work yields the turn in between. */
export function isTurnAwaited(accountId: AccountId): boolean {
  return (interested.get(accountId) ?? 0) > 1;
}

/**
 * Waits until no other work of this thread has a connection to the account. Beside the two of the engine it is the third, which
 * is Inlet's maximum per account. Returns a function that ends the turn. Throws WireError when the timeout passes.
 */
export async function connectionTurn(accountId: AccountId, timeoutMs: number): Promise<() => void> {
  const before = queues.get(accountId) ?? Promise.resolve();
  const turn = Promise.withResolvers<void>();
  const queue = before.then(() => turn.promise);
  queues.set(accountId, queue);
  interested.set(accountId, (interested.get(accountId) ?? 0) + 1);
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    const left = (interested.get(accountId) ?? 1) - 1;
    if (left > 0) interested.set(accountId, left);
    else interested.delete(accountId);
    turn.resolve();
    if (queues.get(accountId) === queue) queues.delete(accountId);
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_fulfil, reject) => {
    timer = setTimeout(() => reject(new WireError("throttled")), timeoutMs);
  });
  try {
    await Promise.race([before, late]);
    return end;
  } catch (error) {
    end();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
