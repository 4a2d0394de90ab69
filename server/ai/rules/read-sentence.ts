import type { RuleActions } from "@inlet/contract/ai/rules.ts";
import { actionPhrases } from "./action-phrases.ts";
import { conditionPhrases } from "./condition-phrases.ts";

/** A sentence as a rule, and the words that were not understood. */
export interface ReadSentence {
  query: string;
  actions: RuleActions;
  unread: string[];
}

/**
 * Parses an English sentence such as "Archive newsletters from shop.example and mark them as read". It removes the phrases that
 * it knows from the sentence one after the other, conditions first; the words left over were not understood.
 */
export function readSentence(sentence: string): ReadSentence {
  const left = new Rest(sentence.replaceAll(/[“”„«»]/gu, '"').replaceAll(/[‘’]/gu, "'"));
  const query: string[] = [];
  for (const { pattern, ask } of conditionPhrases) {
    left.take(pattern, " them ", (value) => query.push(...ask(value)));
  }
  const actions: RuleActions = {};
  for (const { pattern, act } of actionPhrases) {
    left.take(pattern, " ; ", (value) => act(actions, value));
  }
  const unread = left.words();
  // A rule with the opposite meaning is worse than none.
  if (unread.some((word) => turning.has(word.toLowerCase()))) {
    return { query: "", actions: {}, unread };
  }
  return { query: [...new Set(query)].join(" "), actions, unread };
}

/** Words that change the meaning of their neighbors. */
const turning = new Set(
  "not never no don't dont doesn't isn't aren't except unless without but only besides".split(" "),
);

/** The part of the sentence that is not understood yet. */
class Rest {
  private text: string;
  /** Quoted text is a name, even if its words have another meaning elsewhere. */
  private readonly names: string[] = [];

  constructor(text: string) {
    this.text = text.replaceAll("\uE000", "").replaceAll(/"([^"]+)"/g, (_all, name: string) => {
      this.names.push(name);
      return `"\uE000${this.names.length - 1}"`;
    });
  }

  /** Replaces every match with `place`, and passes the text of its groups, without quotation marks, to the callback. */
  take(pattern: RegExp, place: string, use: (value: string) => void): void {
    this.text = this.text.replaceAll(pattern, (...found: (string | number | undefined)[]) => {
      // The last two arguments are the offset and the whole string.
      const named = found.slice(1, -2).filter((part) => typeof part === "string");
      use(bare(this.named(named.join(" "))));
      return place;
    });
  }

  /** Returns the remaining words, without fillers. */
  words(): string[] {
    return this.named(this.text)
      .split(/[^\p{L}\p{N}@._'-]+/u)
      .map((word) => stripped(word, "._'-"))
      .filter((word) => word !== "" && !fillers.has(word.toLowerCase()));
  }

  private named(text: string): string {
    return text.replaceAll(
      /\uE000(\d+)/g,
      (_all, place: string) => this.names[Number(place)] ?? "",
    );
  }
}

/** Words without meaning in this context. */
const fillers = new Set(
  `a all always an and any anything are arrive arrives as be by can come comes do each email emails every everything
  for get gets go goes good happens have i i'd if in incoming into is it its just like mail mails me message messages
  my new of on one ones or please receive received sends sent should so some someone that the their them then there
  these they this those to want when whenever which who will with would you automatically immediately directly also
  must straight`.split(/\s+/),
);

function bare(text: string): string {
  return stripped(text.replaceAll('"', " ").trim(), ".,;!? ");
}

/** Returns the text without these characters at both ends. */
function stripped(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
