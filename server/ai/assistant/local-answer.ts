import { setImmediate } from "node:timers/promises";
import type { AnswerBlock } from "@inlet/contract/ai/assistant.ts";
import type { Texts } from "#/texts/texts.ts";
import { dayIn, lookedThrough } from "./asked-emails.ts";
import { type Citations, namesOfSender, senderOf } from "./cite.ts";
import { type MoneyAsked, moneyAskedIn, isOf, transfersIn } from "./money.ts";
import { type Passage, passagesOf, type Retrieved } from "./passages.ts";
import { isTyped } from "./typed.ts";
import type { QueryPlan } from "#/ai/retrieval/plan.ts";
import { cleanMail } from "#/ai/text/clean-mail.ts";
import { unlessItThrows } from "#/ai/text/unless-it-throws.ts";
import type { Found } from "#/ai/retrieval/retrieve.ts";

/** Minimum coverage of an answer; below it the answer would be a guess. */
const leastCoverage = 0.55;
/** Minimum coverage for a related message. */
const leastRelated = 0.5;
const quotesShown = 3;
const relatedShown = 5;
/** Number of characters of a message that are searched for payments. */
const readForMoney = 20_000;
/** Minimum score of further quotes, as a share of the best. */
const nearlyAsGood = 0.75;

export interface LocalAnswer {
  isFound: boolean;
  /** Returns the blocks to show. Calling it numbers their messages. */
  shown: () => AnswerBlock[];
}

interface Options extends Shown {
  plan: QueryPlan;
  retrieved: Retrieved;
  total: number;
}

/** Options for showing an email in an answer. */
interface Shown {
  timeZone: string;
  words: Texts["answers"];
  dates: string;
  citations: Citations;
}

/**
 * Answers with sentences from the messages, and reports it if none answers. The unquoted parts are Inlet's texts around names,
 * dates and subjects.
 */
export async function localAnswer(
  found: readonly Found[],
  { plan, retrieved, total, ...showing }: Options,
): Promise<LocalAnswer> {
  const { timeZone, words, dates, citations } = showing;
  const passages = await passagesOf(found, retrieved);
  const isTypedAsked = isTyped(retrieved.intent);
  const money = retrieved.intent === "amount" ? moneyAskedIn(plan.question) : null;
  const answering = passages.filter(
    ({ coverage, isTyped: isOfKind }) => coverage >= leastCoverage && (isOfKind || !isTypedAsked),
  );
  // The payer or payee decides: a sum beside the right name may belong to someone else.
  const quotes = money ? await moneyPassages(found, money) : differing(answering, isTypedAsked);
  if (quotes.length > 0) {
    const shown = () =>
      quotes.flatMap((passage): AnswerBlock[] => {
        const { row } = passage.found;
        const cites = [citations.cite(passage.found, passage.text)];
        const day = dayIn(row.internal_date, timeZone, dates);
        return [
          {
            kind: "text",
            text: words.wroteIn(senderOf(passage.found), day, row.subject.trim()),
            cites,
          },
          { kind: "quote", text: passage.text, cites },
        ];
      });
    return { isFound: true, shown };
  }
  const about = new Set(
    passages.filter(({ coverage }) => coverage >= leastRelated).map((passage) => passage.found),
  );
  if (about.size > 0) {
    const messages = found.filter((mail) => about.has(mail)).slice(0, relatedShown);
    return {
      isFound: false,
      shown: () => [
        { kind: "text", text: words.related, cites: [] },
        ...messages.map((mail) => mailBlock(mail, showing)),
      ],
    };
  }
  return {
    isFound: false,
    shown: () => [
      { kind: "text", text: words.nothing, cites: [] },
      { kind: "text", text: lookedThrough(words, total, plan), cites: [] },
    ],
  };
}

type Quote = Pick<Passage, "found" | "text">;

/** Returns the sentences about exactly this payment, those of the best message first. */
async function moneyPassages(found: readonly Found[], money: MoneyAsked): Promise<Quote[]> {
  const quotes: Quote[] = [];
  for (const mail of found) {
    quotes.push(...(unlessItThrows(() => transfersOf(mail, money)) ?? []));
    await setImmediate();
  }
  const seen = new Set<string>();
  return quotes
    .filter(({ text }) => !seen.has(plain(text)) && seen.add(plain(text)))
    .slice(0, quotesShown);
}

function transfersOf(mail: Found, money: MoneyAsked): Quote[] {
  const sender = namesOfSender(mail);
  const { own } = cleanMail({ subject: "", text: mail.text, html: mail.html });
  const [first] = transfersIn(own.slice(0, readForMoney), {
    sender,
    subject: mail.row.subject,
  }).filter((transfer) => isOf(transfer, money));
  return first ? [{ found: mail, text: own.slice(first.start, first.end).trim() }] : [];
}

/** Returns a message as one line, such as "Budget · Anna Berg · 12 November 2026". */
export function mailBlock(found: Found, { timeZone, words, dates, citations }: Shown): AnswerBlock {
  const { subject, internal_date: date } = found.row;
  const parts = [subject.trim() || words.noSubject, senderOf(found), dayIn(date, timeZone, dates)];
  return { kind: "mail", text: parts.join(" · "), cites: [citations.cite(found)] };
}

/** Returns the best passage of each message, without repeated texts. */
function differing(passages: readonly Passage[], isTypedAsked: boolean): Passage[] {
  const [best] = passages;
  const taken: Passage[] = [];
  for (const passage of passages) {
    if (!best || taken.length >= quotesShown) break;
    if (passage.score < best.score * nearlyAsGood) break;
    const isRepeat = taken.some(
      ({ found, text }) => found === passage.found || plain(text) === plain(passage.text),
    );
    if (!isRepeat) taken.push(passage);
    // One date or one amount is an answer; several would be an unrequested choice.
    if (isTypedAsked && taken.length >= 2) break;
  }
  return taken;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
