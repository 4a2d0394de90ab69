import { loadavg } from "node:os";
import { apiOf, type CallApi } from "../demo/api.ts";
import { type RunningApp, startApp } from "../demo/app.ts";
import { type FairnessMailboxes, type FairnessOptions, openMailboxes } from "./fairness-mailbox.ts";
import type { SoakPart, SoakRun } from "./soak-part.ts";

/** Maximum wait for users with a mailbox of the usual size, in milliseconds; one of twenty calls may take longer. */
const usualMaxMs = 300;
const timesAlone = 10;
const messagesEach = 200;
/** Interval between the calls of other users, regardless of earlier calls: the load of a hundred users who read mail. */
const everyMs = 50;

/** Latency of the other users' calls, and the work that ran beside them. */
export interface FairnessFigures {
  messages: number;
  /** Latency in milliseconds, before the heavy user starts and while they work. */
  alone: number;
  beside: number;
  /** Number of calls that the heavy user made in that time. */
  heavyCalls: number;
  /** The same beside each kind of the heavy user's work alone, if requested. */
  besideEach: Record<string, number>;
  /** The system's load average over the last minute, at the end. */
  load: number;
}

/** Options of one trial. */
interface FairnessTrial extends FairnessOptions {
  measuresEach?: boolean;
  /** Number of users who read mail beside the heavy one. */
  others?: number;
  /** Number of their calls measured each time. */
  calls?: number;
}

interface OtherUser {
  call: CallApi;
  accountId: string;
}

/** One user with very much mail changes all of it at once, beside a hundred other users. */
export const fairnessPart: SoakPart = {
  name: "fairness",
  open: () =>
    openFairness({
      messages: Number(process.env["FAIRNESS_MESSAGES"] ?? 50_000),
      folder: process.env["FAIRNESS_FOLDER"],
      database: process.env["FAIRNESS_DATABASE"],
      measuresEach: process.env["FAIRNESS_EACH"] === "yes",
    }),
};

/** Opens the part with these options; `figures` returns the figures of the last trial. */
export async function openFairness(
  options: FairnessTrial,
): Promise<SoakRun & { figures: () => FairnessFigures | undefined }> {
  await using starting = new AsyncDisposableStack();
  const { maxMs = usualMaxMs, measuresEach = false, others = 100, calls = 400 } = options;
  const usualUsers = Array.from({ length: others }, () => ({ messages: messagesEach }));
  const mailboxes = await openMailboxes(options, usualUsers, starting);
  const app = starting.use(await startApp(mailboxes));
  const people = mailboxes.people.map(({ token, accountId }) => someUser(app, token, accountId));
  let figures: FairnessFigures | undefined;
  const resources = starting.move();
  return {
    figures: () => figures,
    async attempt() {
      const [heavy, ...usual] = people;
      if (!heavy) throw new Error("Nobody has much mail.");
      // The first round reads from the disk and is not measured.
      await p95Of(usual, calls);
      const alone = await p95Of(usual, calls);
      const works = heavyWork(heavy, mailboxes.searches);
      const besideEach: Record<string, number> = {};
      if (measuresEach) {
        for (const [name, step] of Object.entries(works)) {
          besideEach[name] = (await besideOf(usual, [step], calls)).p95;
        }
      }
      const { p95: beside, heavyCalls } = await besideOf(usual, Object.values(works), calls);
      const [load = 0] = loadavg();
      figures = { messages: options.messages, alone, beside, heavyCalls, besideEach, load };
      process.stdout.write(`fairness: ${JSON.stringify(figures)}\n`);
      // Other load on the machine also slows down the users without the heavy one.
      if (beside >= Math.max(maxMs, alone * timesAlone))
        throw new Error(`others waited ${Math.round(beside)} ms (p95)`);
      if (heavyCalls === 0) throw new Error("The one with much mail did nothing.");
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

type Step = (signal: AbortSignal) => Promise<unknown>;

/** Measures the latency of other users while one user repeats all these steps. */
async function besideOf(
  usual: readonly OtherUser[],
  steps: readonly Step[],
  measuredCalls: number,
): Promise<{ p95: number; heavyCalls: number }> {
  const work = new AbortController();
  let heavyCalls = 0;
  const works = steps.map(async (step) => {
    while (!work.signal.aborted) {
      await step(work.signal).catch((error: unknown) => {
        if (!work.signal.aborted) throw error;
      });
      heavyCalls++;
    }
  });
  // A failing step rejects at once, not at the end.
  const p95 = await Promise.race([p95Of(usual, measuredCalls), Promise.all(works).then(() => 0)]);
  work.abort();
  await Promise.all(works);
  return { p95, heavyCalls };
}

/** Operations on a whole mailbox, each of them repeated. The one whose work continues after its response is last. */
function heavyWork(
  { call, accountId }: OtherUser,
  { query, common }: FairnessMailboxes["searches"],
): Record<string, Step> {
  let seen = false;
  return {
    search: async () => call("POST /email/search", { query }),
    count: async () => call("POST /email/count", { accountId, query: common }),
    conversations: async () => call("GET /email/threads", { accountId, folder: "inbox" }),
    followUps: async () => call("GET /follow-ups", {}),
    // The mail server is unreachable, which is the worst case: nothing makes the export wait.
    export: async (signal) => {
      const { url } = await call("POST /email/export", { folder: "inbox", accountId });
      const answer = await fetch(new URL(url, baseOf.get(call)), { signal });
      const reader = answer.body?.getReader();
      await reader?.read();
      await reader?.cancel();
    },
    change: async () => {
      seen = !seen;
      await call("POST /email/bulk", { matching: { accountId }, change: { seen } });
    },
  };
}

/** Runs typical calls of users in turn (list, open, search, star) and returns their p95 in milliseconds. */
async function p95Of(people: readonly OtherUser[], measuredCalls: number): Promise<number> {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  for (let at = 0; at < measuredCalls; at++) {
    const person = people[at % people.length];
    if (!person) throw new Error("There are no others.");
    calls.push(
      timed(() => act(person, Math.floor(at / people.length))).then((ms) => void times.push(ms)),
    );
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  await Promise.all(calls);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

async function act({ call, accountId }: OtherUser, kind: number): Promise<void> {
  if (kind % 4 === 1) return void (await call("POST /email/search", { query: "message 7" }));
  const { emails } = await call("GET /email/list", { accountId, folder: "inbox" });
  const [email] = emails;
  if (!email) throw new Error("There is no mail.");
  if (kind % 4 === 2) await call("GET /email/preview/{emailId}", { emailId: email.id });
  if (kind % 4 === 3) {
    await call("PATCH /email/{emailId}", { emailId: email.id, starred: kind % 8 === 3 });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const baseOf = new WeakMap<CallApi, string>();

function someUser(app: RunningApp, token: string, accountId: string): OtherUser {
  const call = apiOf(app.url, token);
  baseOf.set(call, app.url);
  return { call, accountId };
}
