import type { UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { pseudo } from "@inlet/contract/pseudo.ts";
import { withDatabases } from "#/testing/database.ts";
import { openStore } from "#/testing/store.ts";
import { aUser } from "#/testing/taken.ts";
import { dateTag, textsFor, textsIn } from "./texts.ts";

test("a text keeps what it is given, in every language", () => {
  const { mails, answers } = textsIn("ar-XB");
  const link = "https://inlet.example/reset?token=abc";
  expect(mails.reset.text(link)).toContain(`\n${link}\n`);
  expect(mails.reset.subject).toBe(pseudo("Choose a new password for Inlet"));
  expect(answers.lookedThrough(2, "Anna")).toContain(": Anna.");
});

test("dates are British English beside English texts", () => {
  expect([dateTag("en"), dateTag("en-XA")]).toEqual(["en-GB", "en-GB"]);
});

withDatabases((open) => {
  test("a user without a language, or with one that is gone, reads English", async () => {
    const { door, database } = await openStore(open);
    const subjectFor = async (userId: UserId) =>
      (await textsFor(database.reader, userId)).mails.reset.subject;
    const userId = await aUser(door);
    expect(await subjectFor(userId)).toBe("Choose a new password for Inlet");
    for (const [locale, subject] of [
      ["en-XA", pseudo("Choose a new password for Inlet")],
      ["tlh", "Choose a new password for Inlet"],
    ] as const) {
      // Safe: another version of Inlet may have had more languages.
      await door("preferences.save", { userId, chosen: { locale } as object });
      expect(await subjectFor(userId)).toBe(subject);
    }
  });
});
