import { limits } from "@inlet/contract/limits.ts";
import type { Database } from "#/store/database.ts";
import type { Door } from "#/store/door.ts";
import { holderOf, ownerOfAccount } from "#/store/engine-leases.ts";
import type { SignalQuestion, Signals } from "#/store/signals.ts";
import type { InputOf } from "#/store/commands/registry.ts";
import type { LiveState } from "#/mail/sync/account-runner.ts";
import type { SyncState } from "#/mail/sync/fleet.ts";
import type { EngineLink, LinkDuties } from "./engine-link.ts";

/** An engine that lives answers what costs it nothing within this. */
const answersWithinMs = 1500;
/** The way there and back, beside the pass itself. */
const spareMs = 500;
/** What runs for an account comes to rest within this, or is not waited for. */
const restsWithinMs = 8000;

/** What is asked of whichever engine works for a person, in whatever process it is. */
export function askEngines(
  { reader }: Pick<Database, "reader">,
  signals: Pick<Signals, "ask">,
): Pick<EngineLink, "syncNow" | "live" | "compare"> {
  const ask = async (question: SignalQuestion, withinMs: number) => {
    const holder = await holderOf(reader, question.userId);
    return holder === undefined ? null : signals.ask(holder, question, withinMs);
  };
  const askOf = async (kind: "live" | "compare", accountId: SignalQuestion["accountId"] & {}) => {
    const userId = await ownerOfAccount(reader, accountId);
    return userId && ask({ kind, userId, accountId }, answersWithinMs);
  };
  return {
    async syncNow(userId, accountId) {
      const question: SignalQuestion = { kind: "syncNow", userId, ...(accountId && { accountId }) };
      const state = await ask(question, limits.syncAnswerMs + spareMs);
      // Nobody fetches mail for this person at present; an engine that did not answer may still be at it.
      if (state === null) return "failed";
      return (state as SyncState | undefined) ?? "syncing";
    },
    live: async (accountId) => ((await askOf("live", accountId)) as LiveState | null) ?? undefined,
    compare: async (accountId) => (await askOf("compare", accountId)) === true,
  };
}

/** The engine's end: answers for those whom it works for. */
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
 * The door of a process beside engines: all of it writes here, but an account that is removed comes to rest first, or is
 * taken from an engine that does not answer.
 */
export function besideEngines(
  { reader }: Pick<Database, "reader">,
  signals: Pick<Signals, "ask">,
  inner: Door,
): Door {
  return async (name, input) => {
    if (name === "account.remove") {
      // Each name has its own input; this is the one of account.remove.
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
