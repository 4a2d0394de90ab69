import { expect, test } from "vitest";
import { threadKeys } from "./threading.ts";

test("ties a reply to itself, its references and what it answers, each once", () => {
  const keys = threadKeys({
    messageId: "c@x",
    references: ["a@x", "b@x"],
    inReplyTo: "b@x",
  });
  expect(keys).toEqual(["c@x", "a@x", "b@x"]);
});

test("uses In-Reply-To when there are no references", () => {
  expect(threadKeys({ messageId: "b@x", references: [], inReplyTo: "a@x" })).toEqual([
    "b@x",
    "a@x",
  ]);
});

test("lets ids without an @, with blanks or of absurd length join nothing", () => {
  const references = ["yes", "@x", "a@", "two words@x", `${"a".repeat(2000)}@x`];
  expect(threadKeys({ messageId: "", references, inReplyTo: "no" })).toEqual([]);
});

test("keeps the root and the nearest ancestors of an endless list", () => {
  const references = Array.from({ length: 5000 }, (_, index) => `${index}@x`);
  const keys = threadKeys({ messageId: "own@x", references, inReplyTo: "4999@x" });
  expect(keys.length).toBeLessThanOrEqual(201);
  expect(keys).toContain("0@x");
  expect(keys).toContain("4999@x");
});
