import { escaped, readLine, textOf, writtenLines } from "./card-lines.ts";
import { type Card, readCards } from "./vcard.ts";

/** Changes to a group's card. */
export interface GroupEdit {
  /** Null: the name does not change. */
  name: string | null;
  /** UIDs of the members to add, and to remove. */
  adds: readonly string[];
  removes: readonly string[];
}

/** MEMBER is defined in RFC 6350 (6.6.5). Apple, and servers that follow it, write the other one in vCard 3.0. */
const memberNames = new Set(["MEMBER", "X-ADDRESSBOOKSERVER-MEMBER"]);
const urn = /^urn:uuid:/i;

/** Returns a key that is equal for a UID in the card itself and in a group. */
export function memberKey(uid: string): string {
  return uid.trim().replace(urn, "").toLowerCase();
}

/** Returns the keys of a group's members; members named only by an email address are not in the book. */
export function membersOf({ lines }: Pick<Card, "lines">): string[] {
  const keys = lines.flatMap((line) => memberOf(line) ?? []);
  return [...new Set(keys)];
}

function memberOf(line: string): string | null {
  // A cheap check first: most lines of a card are not members.
  if (!/MEMBER/i.test(line)) return null;
  const read = readLine(line);
  if (!memberNames.has(read.name)) return null;
  const value = textOf(read).trim();
  return value === "" || /^mailto:/i.test(value) ? null : memberKey(value);
}

/** Returns a new card for a group. */
export function newGroupCard(uid: string, name: string, members: readonly string[]): string {
  return written([
    "VERSION:3.0",
    `UID:${escaped(uid)}`,
    "X-ADDRESSBOOKSERVER-KIND:group",
    ...namedLines(name),
    ...members.map((member) => memberLine("X-ADDRESSBOOKSERVER-MEMBER", member)),
  ]);
}

/** Returns the card with the changes applied; the rest of it is unchanged. Null if it is not a group's card any more. */
export function editedGroupCard(
  card: string,
  { name, adds, removes }: GroupEdit,
): { vcard: string; members: string[] } | null {
  const [known] = readCards(card);
  if (!known?.isGroup) return null;
  const gone = new Set(removes.map(memberKey));
  const there = new Set(membersOf(known));
  const kept = known.lines.filter((line) => {
    const member = memberOf(line);
    if (member !== null && gone.has(member)) return false;
    return name === null || !["FN", "N"].includes(readLine(line).name);
  });
  const isOfRfc = kept.some((line) => readLine(line).name === "KIND");
  const added = adds.filter((uid) => !there.has(memberKey(uid)));
  const lines = [
    ...kept,
    ...(name === null ? [] : namedLines(name)),
    ...added.map((uid) => memberLine(isOfRfc ? "MEMBER" : "X-ADDRESSBOOKSERVER-MEMBER", uid)),
  ];
  return { vcard: written(lines), members: membersOf({ lines }) };
}

function namedLines(name: string): string[] {
  return [`FN:${escaped(name)}`, `N:${escaped(name)};;;;`];
}

/** Members are URIs; a UID that is not one gets the prefix `urn:uuid:`, as in other clients. */
function memberLine(property: string, uid: string): string {
  return `${property}:${/^urn:/i.test(uid) ? uid : `urn:uuid:${uid}`}`;
}

function written(lines: readonly string[]): string {
  return writtenLines(["BEGIN:VCARD", ...lines, "END:VCARD"]);
}
