import type { AccountId } from "@inlet/contract/ids.ts";
import { WireError } from "#/wire/imap/wire-error.ts";

/** The end of the queue of each account. */
const queues = new Map<AccountId, Promise<void>>();

/** How many have the turn of an account or wait for it. */
const interested = new Map<AccountId, number>();

/** Whether somebody waits for the account's turn: who has it for long lets others in between. */
export function isTurnAwaited(accountId: AccountId): boolean {
  return (interested.get(accountId) ?? 0) > 1;
}

/**
 * Waits until nobody else of this thread has a connection to the account: with the two of the engine it is the third,
 * which is as many as Inlet asks of a provider. Answers what ends the turn. Throws WireError when it does not come in
 * time.
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
