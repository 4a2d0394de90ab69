import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bothEngines } from "#/testing/database/database.ts";
import { mailOfCorpus } from "#/testing/mailboxes/corpus-message.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";

describe.each(bothEngines)("words in attached files, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let person: SignedUpUser;

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    person = await signUpUser(app.origin, "Searcher");
    const userId = UserId.parse(person.user.id);
    const accountId = await anAccount(app.execute, userId, "me@example.org");
    const [inbox] = await someFolders(app.execute, userId, accountId);
    const others = Array.from({ length: 30 }, (_mail, n) => aMessage({ uid: n + 2 }));
    await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId: inbox?.id ?? never(),
      messages: [await mailOfCorpus("files-with-words-in-them", 1), ...others],
    });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const find = async (query: string) => {
    const { results } = await person.client.call("POST /email/search", { query });
    return results.map(({ subject }) => subject);
  };

  test.each([
    ["a word of a text", "viaduct"],
    ["the beginning of one, as it is typed", "viad"],
    ["a word of a page, without its markup", "culvert"],
    ["words side by side in a calendar", '"weir street"'],
    ["a guest of a calendar", "okonkwo"],
    ["a word of a table that says it is anything", "wasserwaage"],
    ["a word of a mail in the mail", "keystone"],
    ["the beginning of a word of a file in that mail", "morta"],
    ["a word with a file's name", "keystone filename:plan.pdf"],
  ])("are found by %s", async (_what, query) => {
    expect(await find(query)).toEqual(["Papers"]);
  });

  test.each([
    ["markup", "hidden"],
    ["scripts", "scripted"],
    ["a property's name", "prodid"],
    ["what no text is", "built"],
    ["a subject that is a file's alone", "subject:aqueduct"],
  ])("are not found for %s", async (_what, query) => {
    expect(await find(query)).toEqual([]);
  });
});

function never(): never {
  throw new Error("It is missing.");
}
