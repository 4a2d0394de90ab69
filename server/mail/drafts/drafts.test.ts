import { expect, test } from "vitest";
import { newMessageId } from "./drafts.ts";

test("a new Message-ID is in the domain of the sender's address", () => {
  const clock = { now: () => 0 };
  const ids = [1, 2].map(() => newMessageId({ clock }, "anna@north.example"));
  for (const id of ids) expect(id).toMatch(/^[\w-]+@north\.example$/);
  expect(ids[0]).not.toBe(ids[1]);
});
