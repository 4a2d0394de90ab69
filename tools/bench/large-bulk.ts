import { startControl } from "./control.ts";
import { type Figure, percentile } from "./figure.ts";
import { createProber, type Prober } from "./prober.ts";
import { type SignedIn, until } from "./product.ts";

/** Somebody else writes this often while it goes on. */
const everyMs = 50;
const atRest = 100;

interface BulkTrial {
  person: SignedIn;
  /** Whose writes must not wait. */
  other: SignedIn;
  messages: number;
}

/** A change of everything in the inbox, and taking it back: the answer, its end, and what others wait meanwhile. */
export async function measureBulk({ person, other, messages }: BulkTrial): Promise<Figure[]> {
  await using control = await startControl();
  using writer = createProber(other.token);
  using idle = createProber();
  const write = await writing(other, writer);
  const alone: number[] = [];
  for (let at = 0; at < atRest; at++) alone.push(await write());
  const figures: Figure[] = [];
  const trial = async (
    what: string,
    ask: () => Promise<unknown>,
    isDone: () => Promise<boolean>,
  ) => {
    const began = performance.now();
    await ask();
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
        what: `${what} ${messages}: answer`,
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
  };
  const count = (folder: "inbox" | "archive") => async () =>
    (await person.call("POST /email/count", { folder })).count === 0;
  let undoId: string | null = null;
  await trial(
    "archive",
    async () => {
      const matching = { folder: "inbox" as const };
      const change = { folder: "archive" as const };
      ({ undoId } = await person.call("POST /email/bulk", { matching, change }));
    },
    count("inbox"),
  );
  await trial(
    "take back",
    async () => person.call("POST /email/undo", { undoId: undoId ?? "" }),
    count("archive"),
  );
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

/** Stars a mail and takes the star off, by turns; answers milliseconds. */
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
