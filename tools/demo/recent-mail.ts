import {
  type BelievableMail,
  makeBelievableMailbox,
} from "../../server/testing/mailboxes/believable-mailbox.ts";
import type { FilledForm } from "../../server/testing/mailboxes/layouts.ts";
import type { Persona } from "../../server/testing/mailboxes/read-stories.ts";
import { type Letter, messageId, nameFor } from "./conversation.ts";
import { pdfFile } from "./files.ts";
import type { FiledMail } from "./maildir.ts";
import {
  filePart,
  headerAddress,
  headerDate,
  headerText,
  multipart,
  type Part,
  textPart,
  wholeMessage,
} from "./mime.ts";
import { type Random, seededRandom } from "./random.ts";
import { boundary, renderMessage } from "./render-message.ts";
import { fillSlots, type Group, type Phrasebook, type Writer } from "./words.ts";

interface Recent {
  seed: string;
  now: number;
  owners: readonly Writer[];
  writers: readonly Writer[];
  books: ReadonlyMap<string, Phrasebook>;
}

const hour = 3_600_000;

/** Returns the mail of the last days for all mailboxes: open requests and automated mail, each with its group. */
export function recentMail(recent: Recent): { group: Group; mail: FiledMail }[] {
  const { seed, now, writers, books } = recent;
  // A separate random sequence: the older mail does not change when this does.
  const random = seededRandom(`${seed} recent`);
  const { mails: messages } = makeBelievableMailbox({
    seed,
    now,
    part: "train",
    people: writers.map(personaOf),
    owners: {
      work: ownerOf(recent, "work"),
      private: ownerOf(recent, "private"),
      club: ownerOf(recent, "club"),
    },
  });
  const letters = new Map<string, Letter>();
  return messages.map((mail) => {
    const { form } = mail;
    const raw = form ? renderForm(random, mail, form) : renderPerson(random, mail, letters, books);
    return {
      group: mail.circle,
      mail: { folder: folderOf(mail), date: mail.date, flags: flagsOf(mail, messages, now), raw },
    };
  });
}

function ownerOf({ owners }: Recent, group: Group): Persona {
  const owner = owners.find((one) => one.group === group);
  if (!owner) throw new Error(`Nobody owns the mailbox "${group}".`);
  return personaOf(owner);
}

function personaOf({ group, ...person }: Writer): Persona {
  return { circle: group, ...person };
}

function folderOf({ isOwn, gold, from }: BelievableMail): string {
  if (isOwn) return "Sent";
  // Spam that the mail server did not detect.
  return gold.category === "Spam" && !from.address.includes("customs") ? "Junk" : "INBOX";
}

/**
 * Own and answered messages are read. Others are read once they are older than 14 hours, or 24 hours if they ask for something.
 */
function flagsOf(mail: BelievableMail, all: readonly BelievableMail[], now: number): string {
  const wasAnswered = all.some(({ isOwn, before }) => isOwn && before.at(-1) === mail.id);
  const isOpen = mail.gold.asks.length > 0 && !wasAnswered;
  const isSeen = mail.isOwn || wasAnswered || now - mail.date > (isOpen ? 24 : 14) * hour;
  const isStarred = isOpen && /Handover|Interview/.test(mail.subject);
  return `${isStarred ? "F" : ""}${wasAnswered ? "R" : ""}${isSeen ? "S" : ""}`;
}

function renderPerson(
  random: Random,
  mail: BelievableMail,
  letters: Map<string, Letter>,
  books: ReadonlyMap<string, Phrasebook>,
): Buffer {
  const { from, to, language, date, subject, paragraphs } = mail;
  const lists = books.get(language)?.lists;
  const greet = fillSlots(
    random.pick(lists?.get("greet") ?? []),
    new Map([["first", nameFor(writerOf(to), language)]]),
  );
  const previous = mail.before.flatMap((id) => letters.get(id) ?? []);
  const last = previous.at(-1);
  const intro = fillSlots(
    lists?.get("wrote")?.[0] ?? "",
    new Map([
      ["date", new Date(last?.date ?? date).toUTCString().slice(0, 22)],
      ["from", last?.from.name ?? ""],
    ]),
  );
  const letter: Letter = {
    from: writerOf(from),
    to: [writerOf(to)],
    cc: [],
    date,
    subject,
    language,
    paragraphs,
    messageId: messageId(random, from, date),
    references: previous.map((one) => one.messageId),
    greeting: greet,
    closing: random.pick(lists?.get("sign") ?? []),
    ...(last ? { answers: { letter: last, intro } } : {}),
  };
  letters.set(mail.id, letter);
  return renderMessage(random, letter, filesOf(mail));
}

function writerOf({ circle, ...person }: Persona): Writer {
  return { group: circle, ...person };
}

/** Returns the attachments that the text of a message mentions. */
function filesOf({ text, subject, from, date }: BelievableMail): Part[] {
  if (!/\battached|liegt bei\b/i.test(text)) return [];
  const name = subject.replace(/^Re: /, "").replaceAll(/[^\p{L}\p{N} ]/gu, "");
  const page = pdfFile([from.name, subject, headerDate(date)]);
  return [filePart(`${name}.pdf`, "application/pdf", page)];
}

function renderForm(random: Random, mail: BelievableMail, form: FilledForm): Buffer {
  const { from, to, date, subject } = mail;
  const domain = from.address.split("@")[1] ?? "example.com";
  const token = random.bytes(8).toString("hex");
  const list = [
    `List-ID: ${headerText(form.brand.name)} <list.${domain}>`,
    `List-Unsubscribe: <https://${domain}/leave/${token}>`,
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    `DKIM-Signature: v=1; a=rsa-sha256; d=${domain}; s=mail;\n h=From:List-Unsubscribe:List-Unsubscribe-Post; bh=eA==; b=eA==`,
  ];
  return wholeMessage(
    [
      `Return-Path: <bounce-${token}@${domain}>`,
      `Received: from out.${domain} ([198.51.100.${random.int(2, 250)}])\n by mail.${to.address.split("@")[1] ?? ""} with ESMTPS; ${headerDate(date)}`,
      `Date: ${headerDate(date)}`,
      `From: ${headerAddress(from)}`,
      `To: ${headerAddress(to)}`,
      `Subject: ${headerText(subject)}`,
      `Message-ID: <${messageId(random, from, date)}>`,
      ...(mail.isList ? list : ["Auto-Submitted: auto-generated"]),
    ],
    multipart("alternative", boundary(random), [
      textPart(mail.text),
      textPart(mail.html, { subtype: "html" }),
    ]),
  );
}
