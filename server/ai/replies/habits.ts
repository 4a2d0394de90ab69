import type { ReplyLength, Tone } from "@inlet/contract/ai/smart-replies.ts";

/** A user's writing habits, as found in their sent mail. Habits that are not clear are absent. */
export interface Habits {
  /** Greetings by tone, without name and comma, such as "Hi". */
  greetings: Partial<Record<Tone, string>>;
  /** Sign-offs by tone, with a comma if the user writes one. */
  signOffs: Partial<Record<Tone, string>>;
  /** True if most of the user's messages have no greeting, or no sign-off. */
  omitsGreeting: boolean;
  omitsSignOff: boolean;
  /** The user's signature name; "" if unknown. */
  signsAs: string;
  /** True if they write "I'll" rather than "I will". */
  contracts: boolean | null;
  length: ReplyLength;
}

/** Fewer messages than this do not show a habit. */
const enough = 4;

const greetings: readonly { pattern: RegExp; tone: Tone }[] = [
  { pattern: /^(hey|hiya|yo|morning|heya|moin|na|huhu)\b/i, tone: "casual" },
  {
    pattern: /^(hi|hi there|hallo|hello|good morning|good afternoon|liebe|lieber)\b/i,
    tone: "professional",
  },
  { pattern: /^(dear|good day|sehr geehrte|sehr geehrter|guten tag)\b/i, tone: "formal" },
];

const signOffs: readonly { pattern: RegExp; tone: Tone }[] = [
  {
    pattern:
      /^(cheers|ciao|xx?|take care|see you|talk soon|ta|lg|liebe grüße|bis (?:bald|dann))[,.!]?$/i,
    tone: "casual",
  },
  {
    pattern:
      /^((?:best|kind|warm|all the best|many thanks|thanks|thank you|regards|best wishes)(?: (?:best|regards|wishes|again|so much))?|viele grüße|beste grüße|vg)[,.!]?$/i,
    tone: "professional",
  },
  {
    pattern:
      /^(yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|respectfully|mit freundlichen grüßen|mfg)[,.!]?$/i,
    tone: "formal",
  },
];

const contracted =
  /\b(?:i'm|i'll|i've|i'd|you're|you'll|we're|we'll|it's|that's|don't|can't|won't|isn't|doesn't|didn't|let's)\b/gi;
const spelledOut =
  /\b(?:i am|i will|i have|i would|you are|you will|we are|we will|it is|that is|do not|cannot|can not|will not|is not|does not|did not|let us)\b/gi;

/** Learns the user's style from texts that they wrote, without quotes and signatures. */
export function learnHabits(texts: readonly string[], ownName: string): Habits {
  const messages = texts
    .map((text) => text.replaceAll(/[‘’]/g, "'").trim())
    .filter((text) => text !== "")
    .map((text) => text.split("\n").flatMap((written) => written.trim() || []));
  const isKnown = messages.length >= enough;
  const heads = messages.flatMap(([first = ""]) => findIn(first, greetings) ?? []);
  const ends = messages.flatMap((lines) => endOf(lines) ?? []);
  const flat = messages.flat().join("\n");
  const short = [...flat.matchAll(contracted)].length;
  const long = [...flat.matchAll(spelledOut)].length;
  const [first = ""] = ownName.trim().split(/\s+/);
  const signed = ends.map(({ name }) => name).filter((name) => name !== "");
  return {
    greetings: isKnown ? usualOf(heads) : {},
    signOffs: isKnown ? usualOf(ends) : {},
    omitsGreeting: isKnown && heads.length < messages.length / 3,
    omitsSignOff: isKnown && ends.length < messages.length / 3,
    signsAs: mostFrequent(signed) ?? (/^[\p{L}\p{M}'-]{2,30}$/u.test(first) ? first : ""),
    contracts: short + long < enough ? null : short >= long,
    length: isKnown ? lengthOf(messages) : "usual",
  };
}

interface Found {
  tone: Tone;
  words: string;
}

function findIn(
  text: string,
  known: readonly { pattern: RegExp; tone: Tone }[],
): Found | undefined {
  for (const { pattern, tone } of known) {
    const [, words] = pattern.exec(text) ?? [];
    if (words !== undefined) return { tone, words: upperFirst(words) };
  }
  return undefined;
}

/** Finds the closing in one of the last lines, with the name below it. */
function endOf(lines: readonly string[]): (Found & { name: string }) | undefined {
  const last = lines.slice(-3);
  for (const [at, text] of last.entries()) {
    const found = findIn(text, signOffs);
    if (!found) continue;
    const name = last[at + 1] ?? "";
    const mark = /[,.!]$/.exec(text)?.[0] ?? "";
    return {
      ...found,
      words: found.words + mark,
      name: /^\p{L}[\p{L}\p{M}'. -]{0,30}$/u.test(name) ? name : "",
    };
  }
  return undefined;
}

/** Words of other languages do not fit the replies that use habits, which are English. */
const isForeign =
  /^(?:hallo|liebe|moin|na\b|huhu|sehr geehrte|guten|ciao|lg|bis |viele|beste grüße|vg|mit freundlichen|mfg)/i;

function usualOf(found: readonly Found[]): Partial<Record<Tone, string>> {
  const usual: Partial<Record<Tone, string>> = {};
  for (const tone of ["professional", "casual", "formal"] as const) {
    const words = mostFrequent(
      found
        .filter((each) => each.tone === tone && !isForeign.test(each.words))
        .map((each) => each.words),
    );
    if (words !== undefined) usual[tone] = words;
  }
  return usual;
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counted = [...Map.groupBy(values, (value) => value)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return counted[0]?.[0];
}

function lengthOf(messages: readonly (readonly string[])[]): ReplyLength {
  const counts = messages
    .map((lines) => lines.join(" ").split(/\s+/).length)
    .toSorted((one, other) => one - other);
  const median = counts[Math.floor(counts.length / 2)] ?? 0;
  return median < 18 ? "short" : median > 90 ? "long" : "usual";
}

function upperFirst(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
