import type { IncomingMessage } from "../../server/store/messages/ingest-types.ts";
import { aMessage } from "../../server/testing/apps/published-calls.ts";
import { type Random, seededRandom } from "../demo/random.ts";

const minute = 60_000;
/** Number of messages in a usual conversation, and the interval at which messages belong to the long one. */
const usualThread = 3;
const longThreadEvery = 1000;
const wordsOfText = 80;

/** Occurs in each message of the long conversation. */
export const longThreadWord = "chronicle";

/** A search query, with its kind. */
interface LargeQuery {
  kind: string;
  query: string;
}

/** The messages of one inbox as input of ingest: short texts in invented words, some frequent and most of them rare. */
export interface LargeMailbox {
  message: (number: number) => IncomingMessage;
  queries: LargeQuery[];
}

/** Creates the mailbox. The same number of messages gives the same mail, except for its dates. */
export function largeMailbox(messages: number, now: number): LargeMailbox {
  const random = seededRandom("large");
  const words = inventWords(random, 20_000);
  // Zipf's law: the word of rank n occurs 1/n times as often as the first.
  const pick = () => words[Math.floor(words.length ** random.next()) - 1] ?? "";
  const text = (count: number) => Array.from({ length: count }, pick).join(" ");
  const hidden = [0.2, 0.5, 0.9].map((share) => Math.floor(messages * share));
  return {
    message(number) {
      const isHidden = hidden.includes(number);
      const subject = text(5);
      const sender = isHidden ? "ann" : `writer${Math.floor(500 ** random.next())}`;
      const isLong = number % longThreadEvery === 0;
      const marks = [...(isHidden ? ["needle"] : []), ...(isLong ? [longThreadWord] : [])];
      const body = [text(wordsOfText), ...marks].join(" ");
      const root = isLong ? "long" : String(Math.floor(number / usualThread));
      return aMessage({
        uid: number,
        internalDate: dateOf(number, now),
        flags: isHidden || random.chance(0.1) ? [] : [String.raw`\Seen`],
        message: {
          messageId: `m${number}@large.example`,
          references: [`root-${root}@large.example`],
          from: [{ name: sender, address: `${sender}@large.example` }],
          subject,
          text: body,
          preview: body.slice(0, 100),
        },
      });
    },
    queries: [
      { kind: "rare word", query: "needle" },
      { kind: "common word", query: words[0] ?? "" },
      { kind: "two words", query: `${words[2]} ${words[5]}` },
      { kind: "prefix", query: (words[0] ?? "").slice(0, 3) },
      { kind: "phrase", query: `"${words[0]} ${words[1]}"` },
      { kind: "operators", query: `from:writer1 subject:${words[1]}` },
      { kind: "a rare ask of a common word", query: `${words[0]} is:unread from:ann` },
      { kind: "asks that nothing meets", query: `${words[0]} is:starred has:attachment` },
    ],
  };
}

/** Returns the date of a message; number 0 is the newest. */
export function dateOf(number: number, now: number): number {
  return now - number * 5 * minute;
}

function inventWords(random: Random, count: number): string[] {
  const parts = ["ba", "ke", "li", "mo", "nu", "par", "res", "tin", "vol", "zum", "dra", "fe"];
  const made = new Set<string>();
  while (made.size < count) {
    made.add(Array.from({ length: random.int(2, 5) }, () => random.pick(parts)).join(""));
  }
  return [...made];
}
