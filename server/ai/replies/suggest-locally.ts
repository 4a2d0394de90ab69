import type { MessageId } from "@inlet/contract/ids.ts";
import type {
  ReplyLength,
  ReplySuggestion,
  Stance,
  WhyNone,
} from "@inlet/contract/ai/smart-replies.ts";
import { type CleanMail, cleanMail } from "../text/clean-mail.ts";
import { type Act, type Language, languages } from "./acts.ts";
import { assembleReplies } from "./assemble.ts";
import { type Envelope, isBulk } from "./bulk.ts";
import type { Habits } from "./habits.ts";
import { readAct } from "./read-act.ts";
import { readSlots, type Slots, timesIn } from "./slots.ts";

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
  times: number;
}

/** Analyzes a message that needs a reply. */
export function understand(answered: AnsweredMail): Understood {
  const mail = cleanMail({ ...answered, sender: answered.fromName });
  const nothing = { mail, act: null, slots: {}, times: 0 };
  const { language } = mail;
  if (answered.isOwn) return { ...nothing, language, whyNone: "own" };
  if (isBulk(answered, mail)) return { ...nothing, language, whyNone: "bulk" };
  if (mail.sentences.length === 0) return { ...nothing, language, whyNone: "no-text" };
  // Under twenty letters the language cannot be detected: "Lunch?" is answered in the most common one.
  const known = languageOf(mail);
  if (known === null) return { ...nothing, language, whyNone: "language" };
  const sentences = mail.sentences.map(({ text }) => text);
  const { act, sentence } = readAct({ subject: mail.subject, sentences }, known);
  const source = {
    fromName: answered.fromName,
    sentence,
    sentences,
    sentAt: answered.sentAt,
    language: known,
  };
  const slots = readSlots(source);
  return { mail, language: known, whyNone: null, act, slots, times: timesIn(source) };
}

/** Returns replies without a model: each stance in three tones, likeliest first. */
export function suggestLocally(understood: Understood, request: ReplyRequest): ReplySuggestion[] {
  const { act, slots, times, language, mail } = understood;
  if (act === null || !isKnown(language)) return [];
  const { habits, length = habits.length } = request;
  const seed = Array.from(mail.own).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973,
    7,
  );
  const replies = assembleReplies({ act, slots, times, language, habits, length, seed });
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
