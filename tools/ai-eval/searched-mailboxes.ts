import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AccountId } from "@inlet/contract/ids.ts";
import { noModel } from "../../server/ai/model/port.ts";
import { isAsking, pairsOf, type QueryPlan, wordsOf } from "../../server/ai/retrieval/plan.ts";
import { retrieve } from "../../server/ai/retrieval/retrieve.ts";
import { createLog } from "../../server/base/log.ts";
import { toWords } from "../../server/base/tokenize.ts";
import { openDatabase } from "../../server/store/engine/database.ts";
import { createCommandBus } from "../../server/store/commands/command-bus.ts";
import { migrate } from "../../server/store/engine/migrate.ts";
import { countMessages } from "../../server/store/search/ranked-hits.ts";
import {
  aMessage,
  anAccount,
  aUser,
  someFolders,
} from "../../server/testing/apps/published-calls.ts";

/** Runs `run` with a temporary database, which is deleted afterwards. */
export async function withMailboxes<Result>(run: (ai: Ai) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), "inlet-eval-"));
  try {
    const ai = await open(path.join(folder, "inlet.db"));
    const result = await run(ai);
    await ai.database.close();
    return result;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export type Ai = Awaited<ReturnType<typeof open>>;

async function open(file: string) {
  const database = await openDatabase({ url: file });
  await migrate(database);
  const clock = { now: () => Date.UTC(2026, 10, 21) };
  const execute = createCommandBus(database, { clock, onCommit: () => undefined });
  return { database, execute, clock, model: noModel, log: createLog("silent") };
}

/** A message of a corpus. */
export interface Item {
  id: string;
  subject: string;
  text: string;
  from?: string;
  to?: string;
  /** The name of the mailbox that contains it. */
  box: string;
}

/** Creates a user with an account for each mailbox, and returns the ids of the stored messages by item. */
export async function fill(ai: Ai, items: readonly Item[]) {
  const userId = await aUser(ai.execute);
  const accounts = new Map<string, AccountId>();
  const idOf = new Map<string, string>();
  for (const [box, some] of Map.groupBy(items, (item) => item.box)) {
    const accountId = await anAccount(ai.execute, userId);
    accounts.set(box, accountId);
    const [inbox] = await someFolders(ai.execute, userId, accountId);
    if (!inbox) throw new Error("The inbox was not made.");
    for (let start = 0; start < some.length; start += 200) {
      const slice = some.slice(start, start + 200);
      const ingested = await ai.execute("messages.takeIn", {
        userId,
        accountId,
        folderId: inbox.id,
        messages: slice.map(({ id, subject, text, from = "", to = "" }, index) =>
          aMessage({
            uid: start + index + 1,
            internalDate: Date.UTC(2026, 0, 1),
            message: {
              subject,
              text,
              messageId: `${id}@eval.example`,
              from: from === "" ? [] : [{ name: from, address: "" }],
              to: to === "" ? [] : [{ name: to, address: "" }],
            },
          }),
        ),
      });
      ingested.forEach(({ messageId }, index) => idOf.set(messageId, slice[index]?.id ?? ""));
    }
  }
  return { userId, accounts, idOf };
}

/** Returns the items that the assistant finds for a query, the best first. */
export async function ranked(
  ai: Ai,
  filled: Awaited<ReturnType<typeof fill>>,
  query: string,
  totals: Map<string, number>,
  box?: string,
): Promise<string[]> {
  const { userId, accounts, idOf } = filled;
  const accountId = box === undefined ? undefined : accounts.get(box);
  const key = box ?? "";
  const total = totals.get(key) ?? (await countMessages(ai.database.reader, userId, accountId));
  totals.set(key, total);
  const distinctive = wordsOf(query, query, "en").slice(0, 12);
  const words = distinctive.length > 0 ? distinctive : [...new Set(toWords(query))].slice(0, 12);
  const plan: QueryPlan = {
    question: query,
    intent: "open",
    language: "en",
    groups: [],
    time: null,
    people: [],
    chips: [],
    asks: [{ kind: "kept" }],
    words,
    pairs: pairsOf(query, words, isAsking(query, "en")),
  };
  const { found } = await retrieve(ai, userId, plan, { accountId, total, limit: 100 });
  return found.map(({ row }) => idOf.get(row.id) ?? "");
}
