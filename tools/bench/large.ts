import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type FilledUser, fillStore } from "../../server/testing/mailboxes/filled-store.ts";
import { freshPostgres } from "../../server/testing/database/postgres.ts";
import { apiOf } from "../demo/api.ts";
import { startApp } from "../demo/app.ts";
import { byTurns, startControl } from "./control.ts";
import { type Figure, percentile } from "./figure.ts";
import { largeMailbox, longThreadWord } from "./large-mailbox.ts";
import { measureBulk } from "./large-bulk.ts";
import { createProber } from "./prober.ts";
import type { SignedIn } from "./product.ts";
import { measureList } from "./reading.ts";

const times = 100;

/** The parts of a large mailbox that can be measured. */
export type LargePart = "list" | "search" | "counts" | "bulk";

export interface LargeOptions {
  messages: number;
  /** `sqlite`, `postgres` for a server that is started for the bench, or the URL of an empty database. */
  database: string;
  parts: readonly LargePart[];
  /** Folder that stores a SQLite database, or the record of a named one's contents, for later runs. */
  folder?: string | undefined;
  print: (text: string) => void;
}

/** Two users whose mail is stored already: one with a large mailbox, and one with little. */
interface Filled {
  key: string;
  url: string;
  people: FilledUser[];
}

/** Measures a unified inbox of very many messages of one user, written by the same commands as ingest. */
export async function benchLarge(options: LargeOptions): Promise<Figure[]> {
  const { messages, parts, database } = options;
  await using stack = new AsyncDisposableStack();
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), "inlet-large-")));
  if (options.folder === undefined) {
    stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  }
  const dataDir = path.join(folder, `${engineOf(database)}-${messages}`);
  await mkdir(dataDir, { recursive: true });
  const filled = await fillOnce(options, dataDir, stack);
  const app = stack.use(
    await startApp({
      dataDir,
      env: {
        INLET_LOG_LEVEL: "warn",
        INLET_SECRET_KEY: filled.key,
        INLET_ALLOWED_PRIVATE_HOSTS: "",
        INLET_BACKUP_HOUR: "off",
        ...(engineOf(database) === "postgres" && { DATABASE_URL: filled.url }),
      },
    }),
  );
  const [person, other] = filled.people.map(({ token }) => ({
    app,
    token,
    call: apiOf(app.url, token),
  }));
  if (!person || !other) throw new Error("Nobody is there.");
  const measures: Record<LargePart, () => Promise<Figure[]>> = {
    list: () => measureList(person, messages),
    search: () => measureSearches(person, messages),
    counts: () => measureCounts(person, messages),
    bulk: () => measureBulk({ person, other, messages }),
  };
  const figures: Figure[] = [];
  for (const part of parts) figures.push(...(await measures[part]()));
  const where = engineOf(database);
  return figures.map((figure) => ({ ...figure, what: `${where}: ${figure.what}` }));
}

function engineOf(database: string): "sqlite" | "postgres" {
  return database === "sqlite" ? "sqlite" : "postgres";
}

async function fillOnce(
  { messages, database, print }: LargeOptions,
  dataDir: string,
  stack: AsyncDisposableStack,
): Promise<Filled> {
  const note = path.join(dataDir, "filled.json");
  if (existsSync(note)) {
    print(`${messages} messages are here from an earlier time.`);
    // `fillOnce` wrote this file.
    return JSON.parse(await readFile(note, "utf8")) as Filled;
  }
  const key = randomBytes(32);
  let url = path.join(dataDir, "inlet.db");
  if (database === "postgres") {
    const server = await freshPostgres();
    stack.defer(server.drop);
    url = server.url;
  } else if (database !== "sqlite") url = database;
  const began = performance.now();
  const { message } = largeMailbox(messages, Date.now());
  const people = await fillStore({ url, key }, [{ messages, message }, { messages: 200 }]);
  const seconds = (performance.now() - began) / 1000;
  print(`${messages} messages taken in, in ${Math.round(seconds)} s.`);
  const filled = { key: key.toString("base64"), url, people };
  if (database !== "postgres") await writeFile(note, JSON.stringify(filled));
  return filled;
}

/** Measures searches, newest first and by relevance. */
async function measureSearches(
  { app, call, token }: SignedIn,
  messages: number,
): Promise<Figure[]> {
  await using control = await startControl();
  using prober = createProber(token);
  const figures: Figure[] = [];
  const isLarge = messages > 100_000;
  const orders = [
    ["newest", "", isLarge ? 15 : 5],
    ["relevance", " by relevance", isLarge ? 150 : 40],
  ] as const;
  for (const [order, label, target] of orders) {
    for (const { kind, query } of largeMailbox(messages, 0).queries) {
      const input = { query, limit: 20, order };
      const { results } = await call("POST /email/search", input);
      const samples = await byTurns(control, times, () =>
        prober.post(`${app.url}/email/search`, input),
      );
      figures.push({
        bench: "search",
        what: `${kind}${label} in ${messages} (${results.length} shown), p95`,
        value: percentile(samples.own, 0.95),
        control: percentile(samples.control, 0.95),
        unit: "ms",
        target,
      });
    }
  }
  return figures;
}

/** Measures unread counts, counts of matches, and a long conversation. */
async function measureCounts({ app, call, token }: SignedIn, messages: number): Promise<Figure[]> {
  await using control = await startControl();
  using prober = createProber(token);
  const { queries } = largeMailbox(messages, 0);
  const common = queries.find(({ kind }) => kind === "common word")?.query ?? "";
  const count = (matching: object) => () => prober.post(`${app.url}/email/count`, matching);
  const { results } = await call("POST /email/search", { query: longThreadWord, limit: 1 });
  const threadId = results[0]?.threadId ?? "";
  const { emails } = await call("GET /email/threads/{threadId}", { threadId });
  const asked = [
    ["unread counts of the folders", () => prober.get(`${app.url}/email/folders`), 5],
    ["count of the inbox", count({ folder: "inbox" }), 5],
    ["count of what is unread there", count({ folder: "inbox", isUnread: true }), 5],
    ["count of a common word", count({ query: common }), undefined],
    [
      `a long conversation (${emails.length} shown)`,
      () => prober.get(`${app.url}/email/threads/${threadId}`),
      undefined,
    ],
  ] as const;
  const figures: Figure[] = [];
  for (const [what, ask, target] of asked) {
    const samples = await byTurns(control, times / 2, ask);
    figures.push({
      bench: "counts",
      what: `${what} in ${messages}, p95`,
      value: percentile(samples.own, 0.95),
      control: percentile(samples.control, 0.95),
      unit: "ms",
      ...(target !== undefined && { target }),
    });
  }
  return figures;
}
