import { limits } from "@inlet/contract/limits.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { holderOf, ownerOfAccount } from "#/store/leases/queries.ts";
import type { SignalQuestion, Signals } from "#/store/engine/signals.ts";
import type { InputOf } from "#/store/commands/registry.ts";
import type { LiveState } from "#/mail/sync/account-runner.ts";
import type { SyncState } from "#/mail/sync/account-supervisor.ts";
import type { EngineLink, LinkDuties } from "./engine-link.ts";

/** A healthy engine responds to a request without cost within this time. */
const answersWithinMs = 1500;
/** Allowance for the round trip, added to the timeout of the sync itself. */
const spareMs = 500;
/** Maximum time to wait until an account's work stops. */
const restsWithinMs = 8000;

/** Returns an engine client that sends each request to the user's engine, in any process. */
export function askEngines(
  { reader }: Pick<Database, "reader">,
  signals: Pick<Signals, "ask">,
): Pick<EngineLink, "syncNow" | "live" | "compare"> {
  const ask = async (question: SignalQuestion, withinMs: number) => {
    const holder = await holderOf(reader, question.userId);
    return holder === undefined ? null : signals.ask(holder, question, withinMs);
  };
  const askOwner = async (
    kind: "live" | "compare",
    accountId: SignalQuestion["accountId"] & {},
  ) => {
    const userId = await ownerOfAccount(reader, accountId);
    return userId && ask({ kind, userId, accountId }, answersWithinMs);
  };
  return {
    async syncNow(userId, accountId) {
      const question: SignalQuestion = { kind: "syncNow", userId, ...(accountId && { accountId }) };
      const state = await ask(question, limits.syncAnswerMs + spareMs);
      // No engine syncs this user's mail at present; an engine that did not respond may still be syncing.
      if (state === null) return "failed";
      return (state as SyncState | undefined) ?? "syncing";
    },
    live: async (accountId) =>
      ((await askOwner("live", accountId)) as LiveState | null) ?? undefined,
    compare: async (accountId) => (await askOwner("compare", accountId)) === true,
  };
}

/** The engine's end: handles requests for its users. */
export function answerSignals(
  duties: Pick<LinkDuties, "syncNow" | "live" | "compare"> & {
    leave: (accountId: SignalQuestion["accountId"] & {}) => Promise<void>;
  },
): (question: SignalQuestion) => Promise<unknown> {
  return async ({ kind, userId, accountId }) => {
    if (kind === "syncNow") return duties.syncNow(userId, accountId);
    if (accountId === undefined) return null;
    if (kind === "leave") {
      await duties.leave(accountId);
      return true;
    }
    return duties[kind](accountId);
  };
}

/**
 * Returns the command bus of a process beside engines. All commands run here, but an account's work stops before its removal, or
 * its user is revoked from an engine that does not respond.
 */
export function besideEngines(
  { reader }: Pick<Database, "reader">,
  signals: Pick<Signals, "ask">,
  inner: Execute,
): Execute {
  return async (name, input) => {
    if (name === "account.remove") {
      // Safe: this is the input of account.remove.
      const { userId, accountId } = input as InputOf<"account.remove">;
      const holder = await holderOf(reader, userId);
      const question: SignalQuestion = { kind: "leave", userId, accountId };
      const hasLeft =
        holder === undefined || (await signals.ask(holder, question, restsWithinMs)) === true;
      if (!hasLeft) await inner("engine.revoke", { userId });
    }
    return inner(name, input);
  };
}
