import { randomUUID } from "node:crypto";
import type { Api } from "../../contract/api.ts";
import { startControl } from "./control.ts";
import { type Figure, percentile } from "./figure.ts";
import { dateOf } from "./large-mailbox.ts";
import { createProber, type Prober } from "./prober.ts";
import { type SignedIn, until } from "./product.ts";

/** Interval of another user's writes while the change runs. */
const everyMs = 50;
const atRest = 100;
/** Maximum number of messages changed; in a larger mailbox these are the oldest. */
const maxChanged = 100_000;

interface BulkTrial {
  person: SignedIn;
  /** A second user, whose writes must not wait. */
  other: SignedIn;
  messages: number;
}

/**
 * Measures a change of everything in the inbox, and its undo: the time to the response, the time until it is done, and the
 * latency of another user's writes while it runs.
 */
export async function measureBulk({ person, other, messages }: BulkTrial): Promise<Figure[]> {
  await using control = await startControl();
  using writer = createProber(other.token);
  using idle = createProber();
  const write = await writing(other, writer);
  const alone: number[] = [];
  for (let at = 0; at < atRest; at++) alone.push(await write());
  const figures: Figure[] = [];
  const most = Math.min(messages, maxChanged);
  const matching = matchingOf(messages);
  const run = randomUUID();
  const trial = async <Answer>(
    what: string,
    ask: () => Promise<Answer>,
    isDone: () => Promise<boolean>,
  ): Promise<Answer> => {
    const began = performance.now();
    const answer = await ask();
    const answeredMs = performance.now() - began;
    const samples = { own: [] as number[], control: [] as number[] };
    const end = new AbortController();
    const others = (async () => {
      while (!end.signal.aborted) {
        samples.own.push(await write());
        samples.control.push(await idle.get(control.url));
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    })();
    await until(what, 3600_000, isDone);
    const seconds = (performance.now() - began) / 1000;
    end.abort();
    await others;
    figures.push(
      {
        bench: "bulk",
        what: `${what} ${most} of ${messages}: answer`,
        value: answeredMs,
        unit: "ms",
        target: 100,
      },
      { bench: "bulk", what: "all of them", value: seconds, unit: "s" },
      {
        bench: "bulk",
        what: "a write of somebody else meanwhile, p95",
        value: percentile(samples.own, 0.95),
        control: percentile(samples.control, 0.95),
        unit: "ms",
        target: 10,
      },
    );
    return answer;
  };
  // The same call with the same key returns the same response, and whether the work still runs.
  const archive = () =>
    keyed(person, run, "POST /email/bulk", { matching, change: { folder: "archive" } });
  const begun = await trial("archive", archive, async () => !(await archive()).goesOnUntil);
  const undo = () => keyed(person, run, "POST /email/undo", { undoId: begun.undoId ?? "" });
  await trial("take back", undo, async () => !(await undo()).goesOn);
  return [
    {
      bench: "bulk",
      what: "a write of somebody else at rest, p95",
      value: percentile(alone, 0.95),
      unit: "ms",
    },
    ...figures,
  ];
}

function matchingOf(messages: number): Api["POST /email/count"]["input"] {
  if (messages <= maxChanged) return { folder: "inbox" };
  const day = new Date(dateOf(messages - maxChanged, Date.now())).toISOString().slice(0, 10);
  return { folder: "inbox", query: `before:${day}` };
}

/** Calls the API with an idempotency key, because the call may be repeated. */
async function keyed<Name extends "POST /email/bulk" | "POST /email/undo">(
  { app, token }: SignedIn,
  run: string,
  name: Name,
  input: Api[Name]["input"],
): Promise<Api[Name]["output"]> {
  const answer = await fetch(`${app.url}${name.slice("POST ".length)}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": `${run} ${name}`,
    },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  // The server validates its responses against the same contract.
  return (await answer.json()) as Api[Name]["output"];
}

/** Returns a function that adds or removes a star in turns and returns the milliseconds. */
async function writing({ app, call }: SignedIn, prober: Prober): Promise<() => Promise<number>> {
  const { emails } = await call("GET /email/list", { folder: "inbox" });
  const [email] = emails;
  if (!email) throw new Error("There is no mail to star.");
  const matching = { ids: [email.id] };
  let starred = false;
  return () => {
    starred = !starred;
    return prober.post(`${app.url}/email/bulk`, { ...matching, change: { starred } });
  };
}
