import { defaultLanguage, type Language } from "@inlet/contract/languages.ts";
import { type Texts, textsIn } from "#/texts/texts.ts";
import type { CleanMail } from "../text/clean-mail.ts";
import { cleanMail } from "../text/clean-mail.ts";
import { type Sentence, splitSentences } from "../text/sentences.ts";
import { visibleCharacters } from "../text/visible-characters.ts";
import { findAmounts, findDates, type Found } from "./facts.ts";
import {
  bestOf,
  pickPoints,
  requestFrom,
  type WeighedSentence,
  weighSentences,
} from "./pick-sentences.ts";
import type { LinePiece, MailSummary } from "./summary.ts";
import { lineLength, lineOf, paymentPieces, sentencePiece } from "./summary-line.ts";

/** The parts of a message that its summary needs. */
export interface MailToSummarize {
  subject: string;
  text: string;
  html: string;
  /** The sender's name, or the address if the name is missing. */
  sender: string;
  sent: Date;
  /** True if it comes from a list with an unsubscribe address. */
  isBulk: boolean;
  isReply: boolean;
  isEncrypted: boolean;
  /** File names of the attachments. */
  attachments: readonly string[];
  /** The user's language, for Inlet's own texts; by default English. */
  readerLanguage?: Language;
}

type Words = Texts["ai"]["summaries"];

const maxPoints = 4;
const maxPredicates = 4;

/** Summarizes a message without a model, from its sentences and facts. The same message gives the same summary. */
export function summarizeMail(mail: MailToSummarize): MailSummary {
  const sender = shownSender(mail);
  const words = textsIn(mail.readerLanguage ?? defaultLanguage).ai.summaries;
  if (mail.isEncrypted) return nothing(words.encrypted);
  const clean = cleanMail({ ...mail, sender });
  const source = sourceOf(clean);
  if (source.mail.sentences.length === 0) return wordless(mail, words);
  const weighed = weighSentences(source.mail, { isReply: mail.isReply });
  const dates = findDates(source.mail.sentences, {
    sent: mail.sent,
    language: source.mail.language,
  });
  const amounts = findAmounts(source.mail.sentences);
  const pieces = linePieces(source, weighed, { ...mail, sender, dates, amounts, words });
  return {
    line: lineOf(pieces),
    pieces,
    points: pickPoints(weighed, maxPoints).map(found),
    of: source.of,
    asks: mail.isBulk || source.of === "quoted" ? [] : asksOf(weighed),
    dates,
    amounts,
    note: source.note === "" ? (clean.isCut ? words.onlyBeginning : "") : words[source.note],
  };
}

/** Returns the sentences to which a summary's offsets refer. */
export function sentencesOf(mail: MailToSummarize): readonly Sentence[] {
  if (mail.isEncrypted) return [];
  return sourceOf(cleanMail({ ...mail, sender: shownSender(mail) })).mail.sentences;
}

function shownSender({ sender }: MailToSummarize): string {
  return visibleCharacters(sender).replace(/\s+/g, " ").trim().slice(0, 60).toWellFormed();
}

interface Source {
  mail: CleanMail;
  of: "own" | "quoted";
  note: "" | "forwarded" | "answered";
}

/** Returns the sender's own text, or the quoted text without one, as in a forwarded message. */
function sourceOf(clean: CleanMail): Source {
  if (clean.sentences.some(({ text }) => /\p{L}/u.test(text)))
    return { mail: clean, of: "own", note: "" };
  const { quoted, language } = clean;
  return {
    mail: { ...clean, own: quoted, quoted: "", sentences: splitSentences(quoted, language) },
    of: "quoted",
    note: /^\s*(?:fwd?|wg|tr|rv|enc|i|doorst)\s?:/i.test(clean.subject) ? "forwarded" : "answered",
  };
}

function linePieces(
  { mail, of }: Source,
  weighed: readonly WeighedSentence[],
  facts: Pick<MailToSummarize, "isBulk" | "sender"> &
    Pick<MailSummary, "dates" | "amounts"> & { words: Words },
): LinePiece[] {
  const payment = of === "own" ? paymentPieces(mail, facts) : null;
  if (payment) return payment;
  const fresh = weighed.filter(({ text }) => !isInSubject(text, mail.subject));
  const best = bestOf(fresh) ?? bestOf(weighed) ?? mail.sentences[0];
  if (!best) return [];
  if (!facts.isBulk || of === "quoted" || facts.sender === "")
    return sentencePiece(mail.own, best, of);
  const [before, after] = facts.words.newsletter;
  const opening: LinePiece[] = [
    { from: "inlet", text: before },
    { from: "sender", text: facts.sender, start: 0, end: facts.sender.length },
    { from: "inlet", text: after },
  ];
  return [...opening, ...sentencePiece(mail.own, best, of, lineLength - lineOf(opening).length)];
}

/** The line is shown beside the subject, so it does not repeat it. */
function isInSubject(sentence: string, subject: string): boolean {
  return lettersOf(subject).includes(lettersOf(sentence));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function asksOf(weighed: readonly WeighedSentence[]): Found[] {
  return weighed
    .filter(({ request }) => request >= requestFrom)
    .toSorted((a, b) => b.request - a.request)
    .slice(0, maxPredicates)
    .toSorted((a, b) => a.start - b.start)
    .map(found);
}

function found({ text, start, end }: Found): Found {
  return { text, start, end };
}

function wordless(mail: MailToSummarize, words: Words): MailSummary {
  const names = mail.attachments.map((name) =>
    visibleCharacters(name).replace(/\s+/g, " ").slice(0, 80),
  );
  const unnamed = names.filter((name) => name.trim() === "").length;
  if (unnamed > 0) return nothing(words.files(names.length));
  if (names.length > 0) {
    const listed = names.slice(0, 5).join(", ") + (names.length > 5 ? ", …" : "");
    return nothing(words.attached(listed.toWellFormed()));
  }
  return nothing(
    /<img\b|background(?:-image)?:\s*url/i.test(mail.html) ? words.pictures : words.empty,
  );
}

function nothing(note: string): MailSummary {
  return { line: "", pieces: [], points: [], of: "own", asks: [], dates: [], amounts: [], note };
}
