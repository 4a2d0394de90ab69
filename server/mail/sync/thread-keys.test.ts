import { expect, test } from "vitest";
import { threadKeys } from "./thread-keys.ts";

test("links a reply to its own id, its references and the message it answers, each once", () => {
  const keys = threadKeys({
    messageId: "c@x",
    references: ["a@x", "b@x"],
    inReplyTo: "b@x",
  });
  expect(keys).toEqual(["c@x", "a@x", "b@x"]);
});

test("uses In-Reply-To without references", () => {
  expect(threadKeys({ messageId: "b@x", references: [], inReplyTo: "a@x" })).toEqual([
    "b@x",
    "a@x",
  ]);
});

test("ignores ids without an @, with spaces or of excessive length", () => {
  const references = ["yes", "@x", "a@", "two words@x", `${"a".repeat(2000)}@x`];
  expect(threadKeys({ messageId: "", references, inReplyTo: "no" })).toEqual([]);
});

test("uses the root and the nearest ancestors of a very long list", () => {
  const references = Array.from({ length: 5000 }, (_, index) => `${index}@x`);
  const keys = threadKeys({ messageId: "own@x", references, inReplyTo: "4999@x" });
  expect(keys.length).toBeLessThanOrEqual(201);
  expect(keys).toContain("0@x");
  expect(keys).toContain("4999@x");
});
