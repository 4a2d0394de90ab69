import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UserId } from "@inlet/contract/ids.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bothEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { momentsOf } from "#/testing/factories/test-moments.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import {
  otherAccounts,
  targetDate,
  targetFiles,
  targetFolders,
  type TargetMessage,
  targetMessages,
  targetPeople,
  type TargetLocation,
  textOf,
} from "#/testing/mailboxes/target-messages.ts";
import { aMessage, anAccount } from "#/testing/apps/published-calls.ts";
import { isMeant, typedSearches } from "#/testing/mailboxes/typed-searches.ts";

const emails = targetMessages(40);
const [runs = 60] = momentsOf([60], [20]);

describe.each(bothEngines)("any search on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let person: SignedUpUser;

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    person = await signUpUser(app.origin, "Searcher");
    const userId = UserId.parse(person.user.id);
    const north = await anAccount(app.execute, userId, "me@north.example.org");
    const south = await anAccount(app.execute, userId, "me@south.example.org");
    for (const [at, { path: folderPath, role }] of targetFolders.entries()) {
      const accountId = at === otherAccounts ? south : north;
      const name = folderPath.split("/").at(-1) ?? "";
      const known = targetFolders
        .slice(0, at)
        .map((one) => ({ ...one, name: one.path.split("/").at(-1) ?? "" }));
      const folders = await app.execute("folders.save", {
        userId,
        accountId,
        folders: [...(accountId === north ? known : []), { path: folderPath, name, role }],
      });
      const folderId = folders.find((row) => row.path === folderPath)?.id ?? never();
      const messages = emails.flatMap((mail) =>
        mail.places.filter(({ folder }) => folder === at).map((place) => messageOf(mail, place)),
      );
      await app.execute("messages.takeIn", { userId, accountId, folderId, messages });
    }
    // PostgreSQL does this automatically after a while: without statistics, searches of milliseconds take seconds.
    if (engine === "postgres") await sql`analyze`.execute(app.database.kysely);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const pagesOf = async (query: string, limit: number, order: "newest" | "relevance") => {
    const found: string[] = [];
    let cursor: string | null | undefined;
    do {
      const asked = { query, limit, order, ...(cursor && { cursor }) };
      const page = await person.client.call("POST /email/search", asked);
      found.push(...page.results.map(({ emailDate }) => emailDate));
      cursor = page.nextCursor;
    } while (cursor);
    return found;
  };

  test("finds and counts the same messages as an exhaustive check, over all pages", async () => {
    await fc.assert(
      fc.asyncProperty(typedSearches, fc.integer({ min: 5, max: 50 }), async (search, limit) => {
        const { text: query } = search;
        const meant = emails
          .filter((mail) => isMeant(search, mail))
          .map((mail) => new Date(targetDate(mail)).toISOString())
          .toReversed();
        expect(await pagesOf(query, limit, "newest")).toEqual(meant);
        const ranked = await pagesOf(query, limit, "relevance");
        expect(ranked.toSorted().toReversed()).toEqual(meant);
        const counted = await person.client.call("POST /email/count", { query });
        expect(counted).toEqual({ count: meant.length });
        expect(
          await person.client.refusal("POST /email/search", { query: `${query} -🎉` }),
        ).toMatchObject({ code: "search.unknown_value" });
      }),
      { numRuns: runs },
    );
  }, 240_000);
});

function messageOf(mail: TargetMessage, { isSeen, isStarred }: TargetLocation) {
  const people = (numbers: number[]) => numbers.flatMap((at) => targetPeople[at] ?? []);
  const flags = { "\\Seen": isSeen, "\\Flagged": isStarred, Trips: mail.isLabelled };
  const signs = {
    list: { id: "talk.lists.example.net", address: "talk@lists.example.net" },
    deliveredTo: ["alias@north.example.org"],
  };
  return aMessage({
    uid: mail.at + 1,
    internalDate: targetDate(mail),
    sizeBytes: mail.sizeBytes,
    isOwn: mail.isOwn,
    flags: Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? flag : [])),
    attachments: mail.files.flatMap((at) => {
      const file = targetFiles[at];
      const part = { part: "2", sizeBytes: 1, contentId: "", isInline: false, sha256: "" };
      return file ? { ...part, ...file } : [];
    }),
    message: {
      messageId: `m${mail.at}@x`,
      subject: mail.subject,
      text: textOf(mail),
      ...(mail.attached !== "" && { attachedText: mail.attached }),
      from: people([mail.from]),
      to: people(mail.to),
      cc: people(mail.cc),
      bcc: people(mail.bcc),
      signs: mail.isOfList ? signs : {},
    },
  });
}

function never(): never {
  throw new Error("It is missing.");
}
