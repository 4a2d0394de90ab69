import { expect, test } from "vitest";
import type { AiContext } from "#/ai/context.ts";
import { usualEngines, withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { tryRule } from "./rules.ts";

withDatabases((open) => {
  test("a trial counts up to five hundred messages, and reports if there are more", async () => {
    const { database, execute, clock } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const arrive = (from: number, to: number) =>
      execute("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: Array.from({ length: to - from + 1 }, (_, at) => aMessage({ uid: from + at })),
      });
    const tried = async () => {
      // Safe: a trial needs only these.
      const ai = { database, clock } as unknown as AiContext;
      const { rows, isMore } = await tryRule(ai, userId, { query: "subject" });
      return { count: rows.length, isMore };
    };
    await arrive(1, 500);
    expect(await tried()).toEqual({ count: 500, isMore: false });
    await arrive(501, 501);
    expect(await tried()).toEqual({ count: 500, isMore: true });
  });
}, usualEngines);
