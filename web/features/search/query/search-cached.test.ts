import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient, queryKeys } from "#/api/queries.ts";
import { aRow } from "#/testing/email-row.ts";
import { lookHere } from "./search-cached.ts";

afterEach(() => {
  vi.useRealTimers();
});

const seen = String.raw`\Seen`;
const messages = [
  aRow("sale", {
    fromName: ["Zoë Quill"],
    fromAddress: ["z@example.org"],
    subject: "Bôat sale",
    emailDate: "2026-11-20T00:00:00.000Z",
    flags: [seen],
    tags: ["To do"],
  }),
  aRow("plan", {
    toAddress: ["me@example.org"],
    bodyPlain: "The boat plan is attached.",
    emailDate: "2026-11-21T00:00:00.000Z",
    hasAttachments: true,
    category: "Work",
  }),
  aRow("old", { subject: "A lifeboat", emailDate: "2025-03-01T00:00:00.000Z" }),
];

function here() {
  const client = createQueryClient();
  const pages = [{ emails: messages, hasMore: false, nextCursor: null }];
  client.setQueryData([...queryKeys.lists, { folder: "recieved", accountId: null }], { pages });
  const spam = [{ emails: [aRow("spam", { subject: "Boat" })], hasMore: false, nextCursor: null }];
  client.setQueryData([...queryKeys.lists, { folder: "spam", accountId: null }], { pages: spam });
  client.setQueryData([...queryKeys.searches, "boat"], { results: messages.slice(0, 1) });
  return client;
}

const found = (words: string) => lookHere(here(), words)?.map(({ id }) => id) ?? null;

test("searches local mail by words, correspondents, states and days, newest first", () => {
  expect(found("boat")).toEqual(["plan", "sale"]);
  expect(found('"boat sale"')).toEqual(["sale"]);
  expect(found("boa sale")).toEqual(["sale"]);
  expect(found("from:zoe")).toEqual(["sale"]);
  expect(found("with:me@example.org")).toEqual(["plan"]);
  expect(found("boat is:unread")).toEqual(["plan"]);
  expect(found("boat -is:unread")).toEqual(["sale"]);
  expect(found("label:to-do")).toEqual(["sale"]);
  expect(found("has:attachment category:work")).toEqual(["plan"]);
  expect(found("before:2026")).toEqual(["old"]);
  expect(found("after:2026-11 -boat")).toEqual([]);
});

test("leaves searches to the server that only the server can answer", () => {
  for (const words of ["from:me", "in:inbox", "boat OR sale", "account:me", "fron:bob", ""]) {
    expect(found(words)).toBeNull();
  }
  // The server refuses words that contain no searchable character.
  for (const words of ["subject:&", "from:★ boat", "boat 🎉", "boat -&"]) {
    expect(found(words)).toBeNull();
  }
  expect(found("boat & sale")).toEqual(["sale"]);
});

test("subtracts weeks and months as the server does", () => {
  vi.useFakeTimers({ now: Date.parse("2026-12-04T12:00:00Z"), toFake: ["Date"] });
  expect(found("newer_than:2w")).toEqual(["plan"]);
  expect(found("older_than:2w")).toEqual(["sale", "old"]);
  // February 2025 has no 31st: one month earlier is its last day.
  vi.setSystemTime(Date.parse("2025-03-31T12:00:00Z"));
  expect(found("newer_than:1m")).toEqual(["plan", "sale", "old"]);
});
