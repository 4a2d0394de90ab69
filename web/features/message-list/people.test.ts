import { expect, test } from "vitest";
import { EmailRow } from "@inlet/contract/email.ts";
import { peopleOf } from "#/features/message-list/people.ts";

const email = EmailRow.parse({
  id: "m",
  accountId: "a",
  threadId: "t",
  fromName: ["Anna Berg"],
  fromAddress: ["anna@example.org"],
  toName: ["Ben", "Chloé"],
  toAddress: ["ben@example.org", "chloe@example.org"],
  subject: "",
  bodyPlain: "",
  emailDate: "2026-11-21T00:00:00.000Z",
  flags: [],
  category: null,
  priority: null,
  tags: [],
  hasAttachments: false,
});

test("names the sender, else the address, else nobody known", () => {
  expect(peopleOf(email, false)).toBe("Anna Berg");
  expect(peopleOf({ ...email, fromName: [] }, false)).toBe("anna@example.org");
  expect(peopleOf({ ...email, fromName: [], fromAddress: [] }, false)).toBe("Unknown");
});

test("names the recipients in one's own folders", () => {
  expect(peopleOf(email, true)).toBe("To: Ben, Chloé");
  expect(peopleOf({ ...email, toName: [], toAddress: [] }, true)).toBe("To: Unknown");
});
