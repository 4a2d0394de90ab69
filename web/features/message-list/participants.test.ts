import { expect, test } from "vitest";
import { faceOf, peopleOf } from "#/features/message-list/participants.ts";
import { aRow } from "#/testing/email-row.ts";

const email = aRow("m", {
  fromName: ["Anna Berg"],
  fromAddress: ["anna@example.org"],
  toName: ["Ben", "Chloé"],
  toAddress: ["ben@example.org", "chloe@example.org"],
});

test("names the sender, else the address, else says unknown", () => {
  expect(peopleOf(email, false)).toBe("Anna Berg");
  expect(peopleOf({ ...email, fromName: [] }, false)).toBe("anna@example.org");
  expect(peopleOf({ ...email, fromName: [], fromAddress: [] }, false)).toBe("Unknown");
});

test("names all authors of a conversation, or the first and the last two of many", () => {
  const writer = (name: string, isOwn = false) => ({ name, address: `${name}@example.org`, isOwn });
  const of = (...writers: ReturnType<typeof writer>[]) =>
    peopleOf({ ...email, count: writers.length, writers }, false);
  expect(of(writer("Anna Berg"), writer("Nora", true))).toBe("Anna, me");
  expect(of(writer("Anna Berg"), writer("Ben"), writer("Chloé Roux"))).toBe("Anna, Ben, Chloé");
  expect(of(writer("Anna Berg"), writer("Ben"), writer("Cy"), writer("Di"))).toBe("Anna … Cy, Di");
  expect(of(writer("Berg, Anna"), writer(""))).toBe("Berg, Anna, @example.org");
  expect(of(writer("Anna Berg"))).toBe("Anna Berg");
});

test("names the recipients in folders of outgoing mail", () => {
  expect(peopleOf(email, true)).toBe("To: Ben, Chloé");
  expect(peopleOf({ ...email, toName: [], toAddress: [] }, true)).toBe("No recipient yet");
  expect(faceOf(email, true)).toBe("Ben");
  expect(faceOf({ ...email, toName: [], toAddress: [] }, true)).toBe("");
});
