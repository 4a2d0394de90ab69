import { converse, type Letter, messageId } from "./conversation.ts";
import { pdfFile, pngFile } from "./files.ts";
import { renderInvitation } from "./invitations.ts";
import type { FiledMail } from "./maildir.ts";
import {
  filePart,
  headerAddress,
  headerDate,
  headerText,
  type Part,
  textPart,
  wholeMessage,
} from "./mime.ts";
import { readBrands, renderNewsletter } from "./newsletters.ts";
import { readMachines, renderJunk, renderNotice } from "./notices.ts";
import { renderOddities } from "./oddities.ts";
import { type Random, seededRandom } from "./random.ts";
import { recentMail } from "./recent-mail.ts";
import { addressList, renderMessage } from "./render-message.ts";
import { type Group, type Phrasebook, readPhrasebooks, readWriters, type Writer } from "./words.ts";

/** One of the three mailboxes of the demo. */
export interface DemoMailbox {
  group: Group;
  owner: Writer;
  mails: FiledMail[];
  /** Messages of the last days, which arrive in the inbox after everything else is known. */
  arriving: FiledMail[];
}

const day = 86_400_000;
/** Age of the oldest mail, in days: 18 months. */
const spanDays = 548;
/** The last days are generated separately: their open requests give the page something to show. */
const recentDays = 12;

const owners: readonly Writer[] = [
  owner("work", "nora.lindqvist@harbourworks.example", "Coastal engineer, Harbour Works"),
  owner("private", "nora@lindqvist.example", ""),
  owner("club", "secretary@northshore-rowing.example", "Secretary, North Shore Rowing"),
];

/** Number of personal messages, newsletters, notices, and junk messages in each mailbox. */
const shares: Readonly<Record<Group, Record<"letters" | "news" | "notices" | "junk", number>>> = {
  work: { letters: 720, news: 150, notices: 110, junk: 14 },
  private: { letters: 380, news: 130, notices: 130, junk: 22 },
  club: { letters: 240, news: 40, notices: 50, junk: 8 },
};

/** Age of the newest invitation in each mailbox. */
const invitedAgoMs: Readonly<Record<Group, number>> = {
  work: 0.15 * day,
  private: 0.9 * day,
  club: 1.7 * day,
};

/** Weight of each language in conversations, for groups that speak it. */
const languageShares: readonly (readonly [string, number])[] = [
  ["en", 46],
  ["de", 18],
  ["fr", 9],
  ["es", 8],
  ["ja", 6],
  ["zh", 5],
  ["ru", 5],
  ["ar", 3],
  ["he", 3],
];

/** Creates three mailboxes of one invented user, about 2,000 messages up to `now`; the same seed gives the same mail. */
export function demoMailboxes(options: { seed: string; now: number }): DemoMailbox[] {
  const random = seededRandom(options.seed);
  const books = readPhrasebooks();
  const writers = readWriters();
  const mailboxes = owners.map((person): DemoMailbox => ({
    group: person.group,
    owner: person,
    mails: [],
    arriving: [],
  }));
  for (const mailbox of mailboxes) {
    addMessages(random, mailbox, { books, writers, now: options.now, others: mailboxes });
    addBulk(random, mailbox, options.now);
    addFolders(random, mailbox, options.now);
  }
  addOddities(random, mailboxes, options.now - recentDays * day);
  for (const { group, mail } of recentMail({ ...options, owners, writers, books })) {
    const mailbox = mailboxes.find((one) => one.group === group);
    (mail.folder === "INBOX" ? mailbox?.arriving : mailbox?.mails)?.push(mail);
  }
  for (const { mails: messages } of mailboxes) messages.sort((a, b) => a.date - b.date);
  return mailboxes;
}

function owner(group: Group, address: string, line: string): Writer {
  return { group, language: "*", name: "Nora Lindqvist", address, line };
}

interface Surroundings {
  books: ReadonlyMap<string, Phrasebook>;
  writers: readonly Writer[];
  now: number;
  others: readonly DemoMailbox[];
}

function addMessages(random: Random, mailbox: DemoMailbox, around: Surroundings): void {
  let left = shares[mailbox.group].letters;
  while (left > 0) {
    const book = pickBook(random, mailbox.group, around);
    const others = around.writers.filter(
      ({ group, language }) => group === mailbox.group && language === book.language,
    );
    const matters = book.matters.filter(({ group }) => group === mailbox.group);
    // Some messages in other languages are recent too.
    const isOfLate = book.language !== "en" && left % 4 === 0;
    const end = around.now - (isOfLate ? 0 : recentDays * day);
    const start = when(random, end);
    const letters = converse(random, {
      owner: mailbox.owner,
      others,
      book,
      matter: random.pick(matters),
      length: random.chance(0.12) ? random.int(6, 14) : random.pick([1, 2, 2, 3, 3, 4, 5]),
      start,
      end,
    });
    fileConversation(random, mailbox, letters, { ...around, now: end });
    left -= letters.length;
  }
}

function fileConversation(
  random: Random,
  mailbox: DemoMailbox,
  letters: readonly Letter[],
  around: Surroundings,
): void {
  const age = (around.now - (letters.at(-1)?.date ?? 0)) / day;
  const isWork = mailbox.group === "work" && letters[0]?.language === "fr";
  const shelf =
    isWork && age > 20 ? "Clients" : age > 240 && random.chance(0.5) ? "Archive" : "INBOX";
  const isCopied = mailbox.group === "club" && random.chance(0.12);
  const isStarred = random.chance(0.05);
  for (const [at, letter] of letters.entries()) {
    const isOwn = letter.from === mailbox.owner;
    const otherMailbox = around.others.find(({ group }) => group === "private");
    if (isCopied && otherMailbox) letter.cc.push(otherMailbox.owner);
    const raw = renderMessage(random, letter, attachmentsOf(random, letter));
    const wasAnswered = letters[at + 1]?.from === mailbox.owner;
    const isSeen = isOwn || wasAnswered || seenAt(random, letter.date, around.now);
    const flags = `${isStarred && !isOwn && at === 0 ? "F" : ""}${wasAnswered && !isOwn ? "R" : ""}${isSeen ? "S" : ""}`;
    mailbox.mails.push({ folder: isOwn ? "Sent" : shelf, date: letter.date, flags, raw });
    if (isCopied && otherMailbox && !isOwn) {
      otherMailbox.mails.push({
        folder: "INBOX",
        date: letter.date + 2000,
        flags: isSeen ? "S" : "",
        raw,
      });
    }
  }
}

function attachmentsOf(random: Random, letter: Letter): Part[] {
  if (!random.chance(0.11)) return [];
  const title = letter.subject.replace(/^(Re|RE|AW): /, "").replace(/[/\\:?*"|<>]/g, "");
  const nameAs = random.pick(["rfc2231", "encoded-word"] as const);
  if (random.chance(0.4)) {
    const picture = pngFile(random, random.int(160, 420), random.int(120, 300));
    return [filePart(`IMG_${random.int(1000, 9999)}.png`, "image/png", picture)];
  }
  const page = pdfFile(["Harbour Works", `No. ${random.int(100, 999)}`, headerDate(letter.date)]);
  return [filePart(`${title}.pdf`, "application/pdf", page, { nameAs })];
}

function addBulk(
  random: Random,
  { group, owner: to, mails: messages }: DemoMailbox,
  now: number,
): void {
  const share = shares[group];
  const brands = readBrands().filter((brand) => brand.group === group);
  const machines = readMachines();
  const senders = machines.machines.filter((machine) => machine.group === group);
  const add = (folder: string, date: number, raw: Buffer) =>
    messages.push({ folder, date, flags: seenAt(random, date, now) ? "S" : "", raw });
  // The last two days have enough mail without these.
  const bulkEnd = now - 2 * day;
  for (let at = 0; at < share.news; at++) {
    const date = when(random, bulkEnd);
    add("INBOX", date, renderNewsletter(random, random.pick(brands), to, date));
  }
  for (let at = 0; at < share.notices; at++) {
    const date = when(random, bulkEnd);
    add("INBOX", date, renderNotice(random, machines, random.pick(senders), to, date));
  }
  for (let at = 0; at < share.junk; at++) {
    const date = now - random.next() * 60 * day;
    add("Junk", date, renderJunk(random, to, date));
  }
  for (let at = 0; at < 12; at++) {
    const date = now - random.next() * 25 * day;
    add("Trash", date, renderNewsletter(random, random.pick(brands), to, date));
  }
  const hosts = readWriters().filter(
    (person) => person.group === group && person.language === "en",
  );
  for (let at = 0; at < 14; at++) {
    const drawn = when(random, now);
    const date = at === 0 ? now - invitedAgoMs[group] : drawn;
    add("INBOX", date, renderInvitation(random, random.pick(hosts), to, date));
  }
}

const drafts = [
  [
    "Quarterly thoughts",
    "A few thoughts before the board meets:\n\n1. The wall is fine.\n2. The budget is not.\n3. ",
  ],
  ["Re: Lisbon in May", "The restaurant with the blue door has a table on Thursday. Shall I"],
  [
    "Thank you",
    "Dear Gwen,\n\nI have been meaning to write this since the regatta, and every time I begin ",
  ],
  ["", "shopping: fennel, leeks, saffron, light bulbs"],
] as const;

function addFolders(
  random: Random,
  { group, owner: from, mails: messages }: DemoMailbox,
  now: number,
): void {
  for (const [subject, text] of random.some(drafts, group === "club" ? 1 : 2)) {
    const date = now - random.next() * 9 * day;
    const headers = [
      `Date: ${headerDate(date)}`,
      `From: ${headerAddress(from)}`,
      ...(subject ? [`Subject: ${headerText(subject)}`, "To: gwen@northshore-rowing.example"] : []),
      `Message-ID: <${messageId(random, from, date)}>`,
    ];
    messages.push({
      folder: "Drafts",
      date,
      flags: "DS",
      raw: wholeMessage(headers, textPart(text)),
    });
  }
  if (group !== "private") return;
  const machines = readMachines();
  const bank = machines.machines.find(({ address }) => address.startsWith("post@sparhafen"));
  for (let at = 0; bank && at < 18; at++) {
    const date = now - (at * 30 + 3) * day;
    const raw = renderNotice(random, machines, bank, from, date);
    messages.push({ folder: "Verträge & Bank", date, flags: "S", raw });
  }
}

function addOddities(random: Random, mailboxes: readonly DemoMailbox[], now: number): void {
  const [work] = mailboxes;
  if (!work) return;
  const dates: number[] = [];
  const make = (from: string, subject: string) => {
    const date = now - random.next() * 120 * day;
    dates.push(date);
    return [
      ...(from ? [`From: ${from}`] : []),
      `To: ${addressList([work.owner])}`,
      `Date: ${headerDate(date)}`,
      `Subject: ${subject}`,
      `Message-ID: <${messageId(random, { address: "odd@harbourworks.example" }, date)}>`,
    ];
  };
  for (const raw of renderOddities(random, make)) {
    const date = now - random.next() * 120 * day;
    const flags = seenAt(random, date, now) ? "S" : "";
    work.mails.push({ folder: "INBOX", date, flags, raw });
  }
}

function pickBook(random: Random, group: Group, around: Surroundings): Phrasebook {
  const spoken = languageShares.filter(
    ([language]) =>
      around.books.get(language)?.matters.some((matter) => matter.group === group) &&
      around.writers.some((person) => person.group === group && person.language === language),
  );
  const tickets = spoken.flatMap(([language, share]) =>
    Array.from({ length: share }, () => language),
  );
  const book = around.books.get(random.pick(tickets));
  if (!book) throw new Error("No phrasebook.");
  return book;
}

// Returns a random date: more often in recent months than in the first ones, at usual hours for writing.
function when(random: Random, now: number): number {
  const back = random.next() ** 1.5 * spanDays * day;
  const date = new Date(now - back);
  date.setUTCHours(random.pick([6, 7, 8, 8, 9, 9, 10, 11, 12, 13, 13, 14, 15, 16, 17, 19, 20, 21]));
  date.setUTCMinutes(random.int(0, 59), random.int(0, 59));
  return Math.min(date.getTime(), now - random.int(2, 90) * 60_000);
}

function seenAt(random: Random, date: number, now: number): boolean {
  return random.chance(now - date > 14 * day ? 0.985 : 0.45);
}
