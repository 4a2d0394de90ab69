import type { RuleActions } from "@inlet/contract/rules.ts";
import { actionPhrases } from "./action-phrases.ts";
import { conditionPhrases } from "./condition-phrases.ts";

/** A sentence as a rule, and what of it was not understood. */
export interface ReadSentence {
  query: string;
  actions: RuleActions;
  unread: string[];
}

/**
 * What an English sentence such as "Archive newsletters from shop.example and mark them as read" asks for. It takes the
 * pieces that it knows out of the sentence one after the other, first those that say which mail is meant; what is left
 * over says what it did not understand.
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
  // The opposite of what is said is worse than nothing.
  if (unread.some((word) => turning.has(word.toLowerCase()))) {
    return { query: "", actions: {}, unread };
  }
  return { query: [...new Set(query)].join(" "), actions, unread };
}

/** Words that turn what stands beside them into something else. */
const turning = new Set(
  "not never no don't dont doesn't isn't aren't except unless without but only besides".split(" "),
);

/** What of the sentence nobody has understood yet. */
class Rest {
  private text: string;
  /** What stands in quotation marks is a name, whatever its words would mean elsewhere. */
  private readonly names: string[] = [];

  constructor(text: string) {
    this.text = text.replaceAll("\uE000", "").replaceAll(/"([^"]+)"/g, (_all, name: string) => {
      this.names.push(name);
      return `"\uE000${this.names.length - 1}"`;
    });
  }

  /** Takes every match out, leaving a word in its place, and hands on what it named, without quotation marks. */
  take(pattern: RegExp, place: string, heed: (value: string) => void): void {
    this.text = this.text.replaceAll(pattern, (...found: (string | number | undefined)[]) => {
      // The last two are the place and the whole sentence.
      const named = found.slice(1, -2).filter((part) => typeof part === "string");
      heed(bare(this.named(named.join(" "))));
      return place;
    });
  }

  /** The words that mean something. */
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

/** Words that carry no meaning of their own here. */
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

/** Without these characters at either end. */
function stripped(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text.charAt(start))) start += 1;
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
