import type { UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { pseudo } from "@inlet/contract/pseudo.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aUser } from "#/testing/apps/published-calls.ts";
import { dateTag, textsFor, textsIn } from "./texts.ts";

test("texts contain their arguments in every language", () => {
  const { mails: messages, answers } = textsIn("ar-XB");
  const link = "https://inlet.example/reset?token=abc";
  expect(messages.reset.text(link)).toContain(`\n${link}\n`);
  expect(messages.reset.subject).toBe(pseudo("Choose a new password for Inlet"));
  expect(answers.lookedThrough(2, "Anna")).toContain(": Anna.");
});

test("dates in English texts use British English", () => {
  expect([dateTag("en"), dateTag("en-XA")]).toEqual(["en-GB", "en-GB"]);
});

withDatabases((open) => {
  test("a user with no language or an unsupported one gets English", async () => {
    const { execute, database } = await openStore(open);
    const subjectFor = async (userId: UserId) =>
      (await textsFor(database.reader, userId)).mails.reset.subject;
    const userId = await aUser(execute);
    expect(await subjectFor(userId)).toBe("Choose a new password for Inlet");
    for (const [locale, subject] of [
      ["en-XA", pseudo("Choose a new password for Inlet")],
      ["tlh", "Choose a new password for Inlet"],
    ] as const) {
      // Safe: the stored language may be one that only another version of Inlet supports.
      await execute("preferences.save", { userId, chosen: { locale } as object });
      expect(await subjectFor(userId)).toBe(subject);
    }
  });
});
