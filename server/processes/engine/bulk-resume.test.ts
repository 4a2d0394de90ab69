import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { StreamEvent } from "@inlet/contract/events.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Engine, openDatabase } from "#/store/engine/database.ts";
import { type Client, createClient } from "#/testing/apps/client.ts";
import { fillStore } from "#/testing/mailboxes/filled-store.ts";
import { momentsOf } from "#/testing/factories/test-moments.ts";
import { type OwnProduct, startOwnProduct } from "#/testing/apps/product-process.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";

// Processes take long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const messages = 3000;

// On PostgreSQL another engine resumes the work of a killed one: see processes/several-processes.test.ts and jobs/under-lease.test.ts.
test.each(momentsOf<Engine>(["sqlite", "postgres"], ["sqlite"]))(
  "on %s a change of all matching messages resumes after a kill, and so does its undo",
  async (engine) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "inlet-bulk-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const url = engine === "sqlite" ? path.join(dataDir, "inlet.db") : await ownServer();
    const key = randomBytes(32);
    const [person] = await fillStore({ url, key }, [{ messages }]);
    if (!person) throw new Error("Nobody was made.");
    const settings = {
      INLET_DATA_DIR: dataDir,
      INLET_SECRET_KEY: key.toString("base64"),
      ...(engine === "postgres" && { DATABASE_URL: url }),
    };
    const start = async () => {
      await freeJobs(url);
      const product = await startOwnProduct(settings);
      onTestFinished(() => product.kill());
      return { product, client: createClient(product.origin, person.token) };
    };

    const first = await start();
    const archived = await first.client.call("POST /email/bulk", {
      matching: { folder: "inbox" },
      change: { folder: "archive" },
    });
    expect(archived).toMatchObject({ count: messages, goesOnUntil: expect.any(String) });
    await first.product.kill();

    const second = await start();
    const { undoId } = archived;
    if (!undoId) throw new Error("It cannot be taken back.");
    await whenDone(second.product, person.token, undoId, () => countOf(second.client, "inbox"));
    expect(await countOf(second.client, "inbox")).toBe(0);
    expect(await countOf(second.client, "archive")).toBe(messages);
    const undone = await second.client.call("POST /email/undo", { undoId });
    expect(undone).toEqual({ count: messages, goesOn: true });
    await second.product.kill();

    const third = await start();
    await whenDone(third.product, person.token, undoId, () => countOf(third.client, "archive"));
    expect(await countOf(third.client, "archive")).toBe(0);
    expect(await countOf(third.client, "inbox")).toBe(messages);
    expect(await leftOver(url)).toEqual({ bulk: 0, actions: 0, steps: 0 });
    await third.product.stop();
  },
);

async function ownServer(): Promise<string> {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  return url;
}

async function countOf(client: Client, folder: "inbox" | "archive"): Promise<number> {
  return (await client.call("POST /email/count", { folder })).count;
}

/**
 * Lets the leases of the killed engine's jobs expire at once; on PostgreSQL other engines wait for that before they take them.
 */
async function freeJobs(url: string): Promise<void> {
  const database = await openDatabase({ url });
  await database.kysely
    .updateTable("jobs")
    .set({ held_until: 1 })
    .where("held_until", ">", 0)
    .execute();
  await database.close();
}

async function leftOver(url: string) {
  const database = await openDatabase({ url });
  const { reader } = database;
  const bulk = await reader.selectFrom("bulk_changes").select("id").execute();
  const actions = await reader.selectFrom("undo_actions").select("id").execute();
  const steps = await reader.selectFrom("undo_steps").select("position").execute();
  await database.close();
  return { bulk: bulk.length, actions: actions.length, steps: steps.length };
}

/** Follows the live stream until the change is done; `left` shows if it was done before the stream began. */
async function whenDone(
  { origin }: OwnProduct,
  token: string,
  undoId: string,
  left: () => Promise<number>,
): Promise<void> {
  const stop = new AbortController();
  const answer = await fetch(`${origin}/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  if (!answer.body) throw new Error("There is no stream.");
  let isBegun = false;
  let output = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    // The stream is open, so no later event is missed.
    if (!isBegun && (await left()) === 0) break;
    isBegun = true;
    output += piece;
    const whole = output.slice(0, output.lastIndexOf("\n\n") + 1);
    const lines = whole.split("\n").filter((line) => line.startsWith("data: {"));
    // Safe: the server validates every event against the contract before it sends it.
    const events = lines.map((line) => JSON.parse(line.slice(6)) as StreamEvent);
    if (events.some((event) => event.kind === "change.done" && event.ids.includes(undoId))) break;
    if ((await left()) === 0) break;
  }
  stop.abort();
}
