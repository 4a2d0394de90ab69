import type { FolderRole } from "@inlet/contract/mail/email.ts";
import fc from "fast-check";
import { toWords } from "#/base/tokenize.ts";

/** A message's location, with its state there. */
export interface TargetLocation {
  folder: number;
  isSeen: boolean;
  isStarred: boolean;
}

/** A message that a search may find. Users and files are given by their numbers. */
export interface TargetMessage {
  at: number;
  subject: string;
  text: string;
  attached: string;
  from: number;
  to: number[];
  cc: number[];
  bcc: number[];
  files: number[];
  sizeBytes: number;
  isOwn: boolean;
  isOfList: boolean;
  isLabelled: boolean;
  hasLink: boolean;
  places: TargetLocation[];
}

/** Words of several scripts. Some begin as others do; some have characters with a meaning in search engines. */
export const targetWords = [
  "oak",
  "oaken",
  "elm",
  "Müller",
  "ﬁr",
  "東京都",
  "مرحبا",
  "re-sent",
  "10.5",
  "x_y",
  "50%",
];

export const targetPeople = [
  { name: "Bo Ångström", address: "bo.a+x@partner.example.com" },
  { name: "Me", address: "me@north.example.org" },
  { name: "Oak Tree", address: "tree@oak.example.net" },
  { name: "林 東京", address: "lin@example.cn" },
];
/** Index of the mailbox's owner. */
export const targetOwner = 1;

export const targetFiles = [
  { filename: "plan_v2.PDF", type: "application/pdf" },
  { filename: "Müller 東京.docx", type: "application/octet-stream" },
  { filename: "pic.png", type: "image/png" },
];

/** The folders; the last one belongs to another account. */
export const targetFolders: { path: string; role: FolderRole }[] = [
  { path: "INBOX", role: "inbox" },
  { path: "Archive", role: "archive" },
  { path: "Spam", role: "spam" },
  { path: "Trash", role: "trash" },
  { path: "Trips/Far away", role: "other" },
  { path: "Inbox", role: "inbox" },
];
export const otherAccounts = 5;

const hoursBetween = 8;

/** Returns the date of a message; there are three messages per day. */
export function targetDate({ at }: Pick<TargetMessage, "at">): number {
  return Date.UTC(2026, 7, 20) + at * hoursBetween * 3_600_000;
}

const words = (most: number) =>
  fc.array(fc.constantFrom(...targetWords), { maxLength: most }).map((all) => all.join(" "));
const numbers = (below: number, most: number) =>
  fc.uniqueArray(fc.nat({ max: below - 1 }), { maxLength: most });
const seldom = fc.nat({ max: 3 }).map((number) => number === 0);

const places = fc.oneof(
  fc.tuple(aPlace(fc.nat({ max: targetFolders.length - 1 }))),
  // Adds a copy in another folder of the same account.
  fc.tuple(aPlace(fc.nat({ max: 1 })), aPlace(fc.integer({ min: 2, max: 4 }))),
);

function aPlace(folder: fc.Arbitrary<number>): fc.Arbitrary<TargetLocation> {
  return fc.record({ folder, isSeen: fc.boolean(), isStarred: seldom });
}

/** Returns `count` messages, always the same. */
export function targetMessages(count: number): TargetMessage[] {
  const mail = fc.record({
    subject: words(3),
    text: words(9),
    attached: words(2),
    from: fc.nat({ max: targetPeople.length - 1 }),
    to: numbers(4, 2),
    cc: numbers(4, 1),
    bcc: numbers(4, 1),
    files: numbers(3, 2),
    sizeBytes: fc.integer({ min: 1, max: 6 }).map((size) => size * 1000),
    isOwn: seldom,
    isOfList: seldom,
    isLabelled: seldom,
    hasLink: seldom,
    places,
  });
  return fc.sample(mail, { numRuns: count, seed: 7 }).map((one, at) => ({ ...one, at }));
}

export function textOf({ text, hasLink }: TargetMessage): string {
  return hasLink ? `${text} https://example.com/` : text;
}

/** Returns the words of `people`, in order. */
export function wordsOfPeople(people: readonly number[]): string[] {
  const names = people.map((at) => targetPeople[at]);
  return toWords(names.map((one) => `${one?.name} ${one?.address}`).join("\n"));
}

/** Returns a message's words, by column. */
export function wordsOfMail(mail: TargetMessage): Record<TargetColumn, string[]> {
  const filenames = mail.files.map((at) => targetFiles[at]?.filename);
  return {
    sender: wordsOfPeople([mail.from]),
    recipients: wordsOfPeople([...mail.to, ...mail.cc, ...mail.bcc]),
    subject: toWords(mail.subject),
    body: toWords([...filenames, textOf(mail), mail.attached].join("\n")),
  };
}

export type TargetColumn = "sender" | "recipients" | "subject" | "body";
