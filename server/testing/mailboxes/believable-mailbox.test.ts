import { describe, expect, test } from "vitest";
import { heldMailbox, heldOwners } from "./held-owner.ts";
import { makeBelievableMailbox } from "./believable-mailbox.ts";
import { heldPersonas, readForms, readStories } from "./read-stories.ts";

const now = Date.UTC(2026, 10, 18, 9);
const seeds = ["a", "b", "c", "d"];
const mailboxes = seeds.map((seed) => heldMailbox(seed, now));

describe("a believable mailbox", () => {
  test("is identical for the same seed and differs for another", () => {
    expect(heldMailbox("a", now)).toEqual(mailboxes[0]);
    expect(mailboxes[1]?.mails.map(({ text }) => text)).not.toEqual(
      mailboxes[0]?.mails.map(({ text }) => text),
    );
  });

  test("holds threads with the owner's replies, and machine mail of every kind", () => {
    for (const { mails: messages } of mailboxes) {
      const categories = new Set(messages.map(({ gold }) => gold.category).filter(Boolean));
      expect([...categories].toSorted()).toEqual([
        "Finance",
        "Personal",
        "Promotions",
        "Social",
        "Spam",
        "Updates",
        "Work",
      ]);
      const answered = messages.filter(({ isOwn, before }) => isOwn && before.length > 0);
      expect(answered.length).toBeGreaterThan(3);
      const dates = new Map(messages.map(({ id, date }) => [id, date]));
      for (const { before, date } of messages) {
        for (const id of before) expect(dates.get(id)).toBeLessThan(date);
      }
      expect(messages.every(({ date }) => date <= now)).toBe(true);
    }
    expect(heldPersonas()).toHaveLength(40);
  });

  test("agrees with its gold: facts and requests are in the message, answers in the message that is named", () => {
    for (const { mails: messages, questions } of mailboxes) {
      for (const { text, gold } of messages) {
        for (const fact of gold.facts) expect(text).toContain(fact.text);
        for (const ask of gold.asks) expect(text).toContain(ask);
        expect(text).not.toMatch(/[{}]/);
      }
      const textOf = new Map(messages.map(({ id, text }) => [id, text]));
      for (const { answer, mailId } of questions) {
        if (answer !== null) expect(textOf.get(mailId ?? "")).toContain(answer);
      }
      expect(questions.filter(({ answer }) => answer === null).length).toBeGreaterThan(4);
      expect(questions.filter(({ answer }) => answer !== null).length).toBeGreaterThan(20);
    }
  });

  test("marks some but not all messages as urgent, and not the same ones for each owner", () => {
    const high = mailboxes.map(({ mails: messages }) =>
      messages.filter(({ gold }) => gold.priority === "High").map(({ subject }) => subject),
    );
    for (const subjects of high) expect(subjects.length).toBeGreaterThan(0);
    expect(new Set(high.map((subjects) => subjects.join())).size).toBeGreaterThan(1);
    const spam = mailboxes.flatMap(({ mails: messages }) =>
      messages.filter((m) => m.gold.category === "Spam"),
    );
    expect(spam.every(({ gold }) => gold.priority === "Low")).toBe(true);
  });

  test("writes to and from reserved addresses only", () => {
    for (const { mails: messages } of mailboxes) {
      for (const { from, to } of messages) {
        expect(from.address).toMatch(/\.(?:example|test)$|@example\.(?:com|net|org)$/);
        expect(to.address).toMatch(/\.(?:example|test)$|@example\.(?:com|net|org)$/);
      }
    }
  });

  test("shares no brand, layout or sentence with the training part", () => {
    const brands = (part: "train" | "held") => readForms(part).map(({ brand }) => brand.name);
    const layouts = (part: "train" | "held") => readForms(part).map(({ layout }) => layout);
    const sentences = (part: "train" | "held") =>
      readStories(part).flatMap(({ letters }) =>
        letters.flatMap((letter) => letter.sentences.map(({ text }) => text)),
      );
    for (const wordsOf of [brands, layouts, sentences]) {
      const learned = new Set(wordsOf("train"));
      expect(wordsOf("held").filter((one) => learned.has(one))).toEqual([]);
    }
  });

  test("repeats its stories for each round, and has questions about the newest only", () => {
    const options = { seed: "a", now, part: "held", owners: heldOwners } as const;
    const people = heldPersonas();
    const once = makeBelievableMailbox({ ...options, people });
    const often = makeBelievableMailbox({ ...options, people, rounds: 5 });
    expect(often.mails).toHaveLength(once.mails.length * 5);
    expect(often.questions).toEqual(once.questions);
    expect(new Set(often.mails.map(({ id }) => id)).size).toBe(often.mails.length);
  });
});
