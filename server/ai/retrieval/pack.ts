import type { AiContext } from "#/ai/context.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { cleanMail } from "#/ai/text/clean-mail.ts";
import { unlessItThrows } from "#/ai/text/unless-it-throws.ts";
import { messagesOfThread } from "#/store/threads/queries.ts";
import { type Found, withTexts } from "./retrieve.ts";
import { stem, type Tongue } from "./stem.ts";
import { toWords } from "#/base/tokenize.ts";

/** A message in the model's material. */
export interface Packed {
  found: Found;
  text: string;
}

/** About 6,000 tokens. */
const budgetCharacters = 24_000;
const maxShareOfOne = 0.35;
/** Number of messages whose conversations are read too. */
const threadsOf = 5;
const threadMessages = 20;

/** Adds to the best messages the newest of each conversation, and those between the two. */
export async function withThreads(
  ai: Pick<AiContext, "database">,
  userId: UserId,
  found: readonly Found[],
): Promise<Found[]> {
  const { reader } = ai.database;
  const known = new Set(found.map(({ row }) => row.id));
  const more: Found[] = [];
  for (const { row, score } of found.slice(0, threadsOf)) {
    const thread = await messagesOfThread(reader, userId, row.thread_id, threadMessages);
    const later = new Map(
      thread
        .filter((each) => each.date_key > row.date_key && !thrownAway.has(each.role))
        .filter(({ id }) => !known.has(id))
        .map((each) => [each.id, each]),
    );
    for (const id of later.keys()) known.add(id);
    const texts = await withTexts(ai, userId, [...later.values()].slice(0, 4));
    more.push(...texts.map((each) => ({ ...each, score: score / 2 })));
  }
  return [...found, ...more].toSorted((a, b) => b.score - a.score);
}

const thrownAway: ReadonlySet<string> = new Set(["spam", "trash", "drafts"]);

/**
 * Packs messages into the budget: the sentences around the words of each, none longer than its share, the best messages first.
 */
export function pack(
  found: readonly Found[],
  words: readonly string[],
  tongue: Tongue = "en",
): Packed[] {
  const packed: Packed[] = [];
  let left = budgetCharacters;
  for (const each of found) {
    const capacity = Math.min(left, budgetCharacters * maxShareOfOne);
    if (capacity < 200) break;
    const text = unlessItThrows(() => around(each, { words, tongue, capacity }));
    if (text === null) continue;
    packed.push({ found: each, text });
    left -= text.length + each.row.subject.length + 100;
  }
  return packed;
}

/** Returns the sentences with the words and their neighbors, in order. */
function around(
  { text, html }: Found,
  { words, tongue, capacity }: { words: readonly string[]; tongue: Tongue; capacity: number },
): string {
  const { own, sentences } = cleanMail({ subject: "", text, html });
  if (own.length <= capacity) return own.trim();
  const wanted = new Set(words);
  const scored = sentences.map((sentence, index) => ({
    sentence,
    index,
    hits: new Set(
      toWords(sentence.text)
        .map((word) => stem(word, tongue))
        .filter((word) => wanted.has(word)),
    ).size,
  }));
  const kept = new Set<number>();
  let length = 0;
  for (const { index } of scored.toSorted((a, b) => b.hits - a.hits || a.index - b.index)) {
    for (const near of [index, index - 1, index + 1]) {
      const sentence = sentences[near];
      if (!sentence || kept.has(near) || length + sentence.text.length > capacity) continue;
      kept.add(near);
      length += sentence.text.length + 2;
    }
  }
  return sentences
    .filter((_, index) => kept.has(index))
    .map((sentence) => sentence.text)
    .join("\n");
}
