import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { bothEngines } from "#/testing/database/database.ts";
import { connectMcp } from "#/testing/fakes/mcp-client.ts";
import { aMailbox, aMessage, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import {
  type ApiClientOwner,
  type ApiClientTrial,
  startApiClientTrial,
} from "#/testing/apps/api-client-trial.ts";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;

describe.each(bothEngines)("over MCP, on %s", (engine) => {
  let trial: ApiClientTrial;
  let owner: ApiClientOwner;
  beforeAll(async () => {
    trial = await startApiClientTrial(engine);
  });
  afterAll(() => trial[Symbol.asyncDispose]());
  beforeEach(async () => {
    owner = await trial.anOwner();
  });

  describe("the mail of several accounts", () => {
    let third: Mailbox;
    beforeEach(async () => {
      third = await aMailbox(trial.app.execute, owner.anna.user.id, `third${owner.count}`);
    });

    /** Fills each account at a different pace, so pages end in the middle of accounts. */
    async function fill(): Promise<string[]> {
      const { anna, mailbox, other } = owner;
      const all: { id: string; at: number }[] = [];
      for (const [which, many, everyMs] of [
        [mailbox, 12, 1000],
        [other, 5, 2500],
        [third, 1, 7000],
      ] as const) {
        for (let number = 1; number <= many; number++) {
          const at = 1_750_000_000_000 + number * everyMs + many;
          const word = `m${many}x${number}y${owner.count}`;
          const taken = aMessage(word);
          const message = { ...taken.message, subject: "Heap" };
          const words = { ...taken.words, subject: "heap" };
          const [stored] = await trial.app.execute("messages.takeIn", {
            userId: anna.user.id,
            accountId: which.accountId,
            folderId: which.folderId,
            messages: [{ ...taken, uid: number + 1, internalDate: at, message, words }],
          });
          all.push({ id: stored?.messageId ?? "", at });
        }
      }
      const boxes = [mailbox, other, third].map(({ messageId }) => messageId);
      return [...all.toSorted((one, two) => two.at - one.at).map(({ id }) => id), ...boxes];
    }

    it("is listed page by page, the newest first, each once, without gaps", async () => {
      const expected = await fill();
      const accounts = [owner.mailbox, owner.other, third].map(({ accountId }) => accountId);
      const { use } = await owner.anAgent({ accounts });
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 10; page++) {
        const { text, isError } = await use("list_mail", { limit: 4, ...(cursor && { cursor }) });
        expect(isError).toBe(false);
        const ids = [...text.matchAll(/"id":"([\w-]+)"/g)].map(([, id = ""]) => id);
        expect(ids.length).toBeLessThanOrEqual(4);
        seen.push(...ids);
        cursor = /^nextCursor: (\S+)$/m.exec(text)?.[1];
        if (cursor === undefined) break;
      }
      const newest = expected.length - 3;
      expect(seen.slice(0, newest)).toEqual(expected.slice(0, newest));
      expect(seen.slice(newest).toSorted()).toEqual(expected.slice(newest).toSorted());
    });

    it("is searched page by page", async () => {
      await fill();
      const accounts = [owner.mailbox, owner.other].map(({ accountId }) => accountId);
      const { use } = await owner.anAgent({ accounts });
      const asked = { query: "subject:heap", limit: 10 };
      const first = await use("search_mail", asked);
      const cursor = /^nextCursor: (\S+)$/m.exec(first.text)?.[1];
      const second = await use("search_mail", { ...asked, cursor });
      const ids = [first, second].flatMap(({ text }) =>
        [...text.matchAll(/"id":"([\w-]+)"/g)].map(([, id]) => id),
      );
      expect([ids.length, new Set(ids).size]).toEqual([17, 17]);
      expect(second.text).not.toContain("nextCursor");
    });

    it("is not listed with a cursor of another token, or an invented one", async () => {
      const { use } = await owner.anAgent({
        accounts: [owner.mailbox.accountId, owner.other.accountId],
      });
      for (const cursor of ["1", "1.2.3", "!.!", "x".repeat(1600)]) {
        const answer = await use("list_mail", { cursor });
        expect([cursor, answer.isError]).toEqual([cursor, true]);
      }
    });
  });

  describe("a message", () => {
    const letter = { to: "ben@example.net", subject: "Plan", content: "Later" };
    const Sent = z.object({ id: z.string(), state: z.string() });
    const idIn = ({ text }: { text: string }) => Sent.parse(JSON.parse(text)).id;
    const waiting = async () =>
      (await owner.anna.client.call("GET /email/approvals", {})).approvals.map(({ id }) => id);
    beforeEach(() => {
      // 15 minutes before midnight UTC.
      trial.app.clock.time = Math.ceil(trial.app.clock.time / dayMs) * dayMs + dayMs - hourMs / 4;
    });

    it("is not sent again for a repeated request, also after midnight and from a new session", async () => {
      const request = { accounts: [owner.mailbox.accountId] };
      const { token } = await owner.aToken(request);
      const first = idIn(
        await (await connectMcp(trial.app.origin, token)).use("send_mail", letter),
      );
      for (const passedMs of [hourMs / 2, 23 * hourMs]) {
        trial.app.clock.time += passedMs;
        // Every session numbers its requests from the start.
        const { use } = await connectMcp(trial.app.origin, token);
        expect(idIn(await use("send_mail", letter))).toBe(first);
      }
      expect(await waiting()).toEqual([first]);
      trial.app.clock.time += hourMs;
      const { use } = await connectMcp(trial.app.origin, token);
      const later = idIn(await use("send_mail", letter));
      expect(await waiting()).toEqual([first, later]);
      expect(idIn(await use("send_mail", { ...letter, content: "Now" }))).not.toBe(later);
    });

    it("is created once for concurrent identical requests", async () => {
      const { use } = await owner.anAgent({ accounts: [owner.mailbox.accountId] });
      const answers = await Promise.all(Array.from({ length: 6 }, () => use("send_mail", letter)));
      expect(new Set(answers.map(idIn)).size).toBe(1);
      expect(await waiting()).toHaveLength(1);
    });

    it("under a key is sent once, and the same content under another key is another message", async () => {
      const { use } = await owner.anAgent({ accounts: [owner.mailbox.accountId] });
      const keyed = { ...letter, idempotencyKey: "week 47" };
      const first = idIn(await use("send_mail", keyed));
      trial.app.clock.time += 3 * dayMs;
      expect(idIn(await use("send_mail", keyed))).toBe(first);
      expect(idIn(await use("send_mail", { ...keyed, idempotencyKey: "week 48" }))).not.toBe(first);
      const other = await use("send_mail", { ...keyed, content: "Something else" });
      expect(other).toMatchObject({
        isError: true,
        text: expect.stringContaining("other_content"),
      });
      const { client } = await owner.anAgent();
      const { tools } = await client.listTools();
      expect(tools.find(({ name }) => name === "send_mail")?.description).toContain(
        "pass an idempotencyKey: one key is always one email",
      );
    });
  });
});
