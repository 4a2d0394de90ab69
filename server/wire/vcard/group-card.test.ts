import { expect, test } from "vitest";
import { editedGroupCard, memberKey, membersOf, newGroupCard } from "./group-card.ts";
import { readCards } from "./vcard.ts";

const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
const read = (text: string) => readCards(text)[0] ?? { lines: [] as string[], isGroup: false };

const ofRfc = card(
  "VERSION:4.0",
  "KIND:group",
  "UID:urn:uuid:03A0E51F",
  "FN:The Crew",
  "MEMBER:urn:uuid:ANN",
  "MEMBER:mailto:bo@example.net",
  "X-COLOUR:blue",
);
const ofApple = card(
  "VERSION:3.0",
  "UID:crew",
  "FN:The Crew",
  "N:The Crew;;;;",
  "X-ADDRESSBOOKSERVER-KIND:group",
  "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:ann",
);

test.each([
  ["of RFC 6350", ofRfc],
  ["as Apple writes it", ofApple],
])("a group %s names its members by their UIDs", (_form, text) => {
  expect(read(text).isGroup).toBe(true);
  expect(membersOf(read(text))).toEqual(["ann"]);
  expect(memberKey("urn:uuid:ANN")).toBe(memberKey("ann"));
});

test.each([
  ["of RFC 6350", ofRfc, "MEMBER:urn:uuid:cy"],
  ["as Apple writes it", ofApple, "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:cy"],
])("a group %s is changed in its own form, and keeps unknown properties", (_form, text, line) => {
  const edit = { name: "Crew, all; hands", adds: ["cy", "ANN"], removes: [] };
  const edited = editedGroupCard(text, edit);
  expect(edited?.members).toEqual(["ann", "cy"]);
  expect(edited?.vcard).toContain(`${line}\r\n`);
  expect(edited?.vcard.match(/urn:uuid:ann/gi)).toHaveLength(1);
  expect(edited?.vcard).toContain(String.raw`FN:Crew\, all\; hands`);
  if (text === ofRfc) {
    expect(edited?.vcard).toMatch(/MEMBER:mailto:bo@example\.net[^]*X-COLOUR:blue/);
  }
  const without = editedGroupCard(edited?.vcard ?? "", {
    name: null,
    adds: [],
    removes: ["Ann"],
  });
  expect(without?.members).toEqual(["cy"]);
  expect(without?.vcard).toContain(String.raw`FN:Crew\, all\; hands`);
});

test("a new group is readable by old and new clients, and a contact's card is not a group", () => {
  const made = newGroupCard("crew@inlet", "Crew", ["ann", "urn:uuid:bo"]);
  expect(read(made).isGroup).toBe(true);
  expect(membersOf(read(made))).toEqual(["ann", "bo"]);
  expect(made).not.toContain("urn:uuid:urn:");
  const person = card("VERSION:3.0", "UID:ann", "FN:Ann");
  expect(editedGroupCard(person, { name: "Crew", adds: [], removes: [] })).toBeNull();
});
