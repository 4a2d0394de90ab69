import type { MessageId } from "@inlet/contract/ids.ts";
import type {
  ReplyLength,
  ReplySuggestion,
  Stance,
  WhyNone,
} from "@inlet/contract/ai/smart-replies.ts";
import { type CleanMail, cleanMail } from "../text/clean-mail.ts";
import { type Act, type Language, languages, type PhraseKey, stancesOf } from "./acts.ts";
import { assembleReplies } from "./assemble.ts";
import { type Envelope, isBulk } from "./bulk.ts";
import { choose, promiseIn } from "./echo.ts";
import type { Habits } from "./habits.ts";
import { type Addressee, addresseeOf, couldBePerson, personOf } from "./people.ts";
import { readAct, type ReadAct } from "./read-act.ts";
import { readSlots, type Slots, timesIn } from "./slots.ts";
import { withoutAccents } from "./without-accents.ts";
import { type Words, wordsOf } from "./words.ts";

/** A received message. */
export interface AnsweredMail extends Envelope {
  id: MessageId;
  subject: string;
  text: string;
  html: string;
  sentAt: Date;
  isOwn: boolean;
}

export interface ReplyRequest {
  habits: Habits;
  /** Undefined to match the user's usual length. */
  length?: ReplyLength | undefined;
  /** The user's outline of the answer. */
  context: string;
}

/** The analysis of a message before anything is written. */
export interface Understood {
  mail: CleanMail;
  language: string | null;
  whyNone: WhyNone | null;
  /** Null if the message needs no reply. */
  act: Act | null;
  slots: Slots;
  key: PhraseKey;
  /** The answers to offer, the likeliest first. */
  stances: readonly Stance[];
  relation: Addressee["relation"];
}

/** Analyzes a message that needs a reply. */
export function understand(answered: AnsweredMail): Understood {
  const mail = cleanMail({ ...answered, sender: answered.fromName });
  const nothing = {
    mail,
    act: null,
    slots: {},
    key: "fyi",
    stances: [],
    relation: "open",
  } as const;
  const { language } = mail;
  if (answered.isOwn) return { ...nothing, language, whyNone: "own" };
  const isPerson = personOf(answered, mail) !== undefined;
  if (isBulk(answered, mail, isPerson)) return { ...nothing, language, whyNone: "bulk" };
  if (mail.sentences.length === 0) return { ...nothing, language, whyNone: "no-text" };
  // Under twenty letters the language cannot be detected: "Lunch?" is answered in the most common one.
  const known = languageOf(mail);
  if (known === null) return { ...nothing, language, whyNone: "language" };
  const words = wordsOf(known);
  const sentences = mail.sentences.map(({ text }) => text);
  const main = readAct({ subject: mail.subject, sentences }, words);
  const read = askedAlongWith(main, words);
  const { act, sentence, asks } = read;
  const isHuman = isPerson || (read.score > 0 && couldBePerson(answered.fromName));
  if (!isCertain(read, mail, words, isHuman)) {
    return { ...nothing, language: known, whyNone: "unsure" };
  }
  const { relation, ...names } = addresseeOf(answered, mail, words);
  const source = { sentence, sentences, sentAt: answered.sentAt, language: known, words };
  const found = readSlots(source);
  const isFormal = relation === "last" || relation === "open";
  const promises = asks.map((each) => promiseIn(each.sentence, words, isFormal));
  const isPromised = promises.some((each) => each !== undefined);
  const slots: Slots = {
    ...names,
    ...found,
    ...(isPromised && { promise: promises.find((each) => each !== undefined) }),
    ...promisesOf(promises, found, words, isFormal),
    ...(act !== main.act && { opener: words.openers[main.act] }),
  };
  const times = timesIn(source);
  const key = keyOf(read, found, times, words);
  const texts = isPromised ? asks.map((each) => each.sentence) : [mail.own];
  const isDelicate = [sentence, ...texts].some((text) =>
    words.delicate.test(withoutAccents(text.slice(0, 4000))),
  );
  const stances = stancesFor(act, key, { isDelicate, times });
  return { mail, language: known, whyNone: null, act, slots, key, stances, relation };
}

/** Acts that ask something of the user, and news that a firm may send. */
const asking = new Set<Act>([
  "question-yes-no",
  "question-open",
  "request",
  "schedule",
  "invitation",
  "reminder",
]);
const fromFirms = new Set<Act>(["notice", "rejection", "moved", "sensitive", "complaint"]);
/** Information without any cue is certain only if it is short. */
const maxWordsUncued = 60;
const maxWords = 160;

/** Reports whether the act is certain enough to answer it. */
function isCertain(
  { act, asks, score }: ReadAct,
  { own }: CleanMail,
  { delicate }: Words,
  isHuman: boolean,
): boolean {
  if (!isHuman) return asking.has(act) || fromFirms.has(act);
  if (asks.length > 0 || fromFirms.has(act)) return true;
  const count = own.split(/\s+/).length;
  if (own.includes("?")) return false;
  if (score > 0) return count <= maxWords;
  return count <= maxWordsUncued && !own.includes("://") && !delicate.test(withoutAccents(own));
}

function keyOf(
  { act, sentence, asks }: ReadAct,
  { option }: Slots,
  times: number,
  { willing, or }: Words,
): PhraseKey {
  if (asking.has(act) && asks.length > 1) return "points";
  if (asking.has(act) && act !== "invitation" && option !== undefined) return "choose-time";
  if (act === "schedule") return times === 0 ? "find-time" : act;
  if (act !== "question-yes-no") return act;
  const asked = withoutAccents(sentence);
  // "The blue one or the green one?" has no yes.
  if (or.test(asked)) return "question-open";
  return willing.test(asked) ? "question-willing" : act;
}

function stancesFor(
  act: Act,
  key: PhraseKey,
  { isDelicate, times }: { isDelicate: boolean; times: number },
): readonly Stance[] {
  // With several times, the one that is meant is not certain.
  if (key === "schedule" && times > 1) return ["hold", "accept", "decline"];
  if (key === "choose-time") return stancesOf.schedule;
  if (key === "question-open") return stancesOf[key];
  // Only the user knows a fact, and only the user may grant what costs money or reveals data.
  if (key === "question-yes-no") return ["hold", "accept", "decline"];
  const stances = key === "points" ? (["accept", "hold"] as const) : stancesOf[act];
  const isGranting = act === "request" || act === "complaint" || key === "points";
  return isDelicate && isGranting ? stances.filter((stance) => stance !== "accept") : stances;
}

/** Returns the question of a message that also brings news, or mentions an invoice. */
function askedAlongWith(read: ReadAct, { openers }: Words): ReadAct {
  const [best] = read.asks.toSorted((one, other) => other.score - one.score);
  const isAside =
    openers[read.act] !== undefined ||
    (read.act === "invoice" && read.asks.every(({ sentence }) => sentence !== read.sentence));
  return best && isAside ? { ...read, ...best } : read;
}

/** Returns the promises for a message that asks several things, and one to answer the others. */
function promisesOf(
  promises: readonly (string | undefined)[],
  { by }: Slots,
  { echo }: Words,
  isFormal: boolean,
): Slots {
  const made = promises.flatMap((each) => each ?? []).slice(0, 3);
  if (promises.length < 2 || made.length === 0) return {};
  const sentences = made.map((vp, at) => (at === 0 ? echo.first : echo.next).replace("{vp}", vp));
  const soon = by === undefined ? echo.restSoon : echo.rest.replace("{by}", by);
  const rest = made.length < promises.length ? soon : "";
  return {
    promises: choose([...sentences, rest].join(" ").trim(), isFormal),
    rest: choose(rest, isFormal),
  };
}

/** Returns replies without a model: each stance in three tones, likeliest first. */
export function suggestLocally(understood: Understood, request: ReplyRequest): ReplySuggestion[] {
  const { act, language, mail, slots, key, stances, relation } = understood;
  if (act === null || !isKnown(language)) return [];
  const { habits, length = habits.length } = request;
  const seed = Array.from(mail.own).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973,
    7,
  );
  const replies = assembleReplies({
    key,
    stances,
    slots,
    relation,
    language,
    habits,
    length,
    seed,
  });
  const wanted = stanceOf(request.context);
  return wanted === null
    ? replies
    : replies.toSorted(
        (one, other) => Number(other.stance === wanted) - Number(one.stance === wanted),
      );
}

function languageOf(mail: CleanMail): Language | null {
  if (mail.language === null) return "en";
  return isKnown(mail.language) ? mail.language : null;
}

function isKnown(language: string | null): language is Language {
  return languages.some((known) => known === language);
}

/** Returns the stance that the user's words express. */
function stanceOf(context: string): Stance | null {
  if (
    /\b(?:no|not|can't|cannot|won't|decline|refuse|sorry|nein|nicht|leider|absagen)\b/i.test(
      context,
    )
  )
    return "decline";
  if (/\b(?:yes|ok|okay|sure|agree|accept|ja|gern|zusagen|klar)\b/i.test(context)) return "accept";
  if (/\b(?:later|busy|wait|check|später|prüfen)\b/i.test(context)) return "hold";
  if (/\?|\b(?:ask|which|fragen)\b/i.test(context)) return "ask";
  return null;
}
