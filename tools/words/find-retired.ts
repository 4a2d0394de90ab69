import type { Glossary, RetiredName } from "./glossary.ts";
import { splitName } from "./split-name.ts";

/** A retired word in a name or a text. */
interface Retired {
  /** The name, or the phrase as the glossary has it. */
  found: string;
  instead: string;
}

export interface RetiredFinder {
  /** Returns why a name is refused; a name of one word is exempt only as a property. */
  inName: (name: string, isProperty: boolean) => Retired | undefined;
  /** Returns each retired word of a comment, a test name or a log line, names in it included. */
  inProse: (text: string) => Retired[];
  /** Returns false if the words of a piece of code make no name or phrase that is refused: there is nothing to parse for. */
  mayBeIn: (code: string) => boolean;
}

export function createRetiredFinder({ names, phrases, exempt }: Glossary): RetiredFinder {
  const exact = new Map(names.map((name) => [name.form.slice(1), name]));
  const byFirstWord = Map.groupBy(names, ({ parts: [first = ""] }) => first);
  const known = new Map<string, Retired | undefined>();
  const phrase = wordsPattern([...phrases.keys()]);
  const exemptPhrases = [...exempt].filter((text) => /[ -]/.test(text));
  const exemptPhrase = wordsPattern(exemptPhrases);

  function searchName(name: string): Retired | undefined {
    const whole = exact.get(name);
    if (whole?.at === "whole") return { found: name, instead: whole.instead };
    const words = splitName(name);
    for (const [at, word] of words.entries()) {
      const form = byFirstWord.get(word)?.find((candidate) => matches(words, at, candidate));
      if (form) return { found: name, instead: form.instead };
    }
  }

  function inName(name: string, isProperty: boolean): Retired | undefined {
    if (exempt.has(name) && (isProperty || splitName(name).length > 1)) return undefined;
    if (!known.has(name)) known.set(name, searchName(name));
    return known.get(name);
  }

  function inProse(text: string): Retired[] {
    const line = text.replaceAll(/\s+/g, " ");
    const unquoted = line.replaceAll(/`([^`]+)`/g, (code, name: string) =>
      exempt.has(name) ? " " : code,
    );
    const checked = exemptPhrase ? unquoted.replaceAll(exemptPhrase, " ") : unquoted;
    const found = phrase
      ? Array.from(checked.matchAll(phrase), ([match]) => match.toLowerCase())
      : [];
    // A name in a text has a capital or an underscore within.
    const namesInText = checked.match(/\b\w*(?:[a-z][A-Z]|_)\w*\b/g) ?? [];
    return [
      ...found.map((match) => ({ found: match, instead: phrases.get(match) ?? "" })),
      ...namesInText.flatMap((name) => inName(name, true) ?? []),
    ];
  }

  const wordsOfPhrases = [...phrases.keys()].map((text) => text.split(" "));

  function mayBeIn(code: string): boolean {
    const tokens = new Set(code.match(/[A-Za-z_$][\w$]*/g));
    const words = new Set<string>();
    for (const token of tokens) {
      if (inName(token, false)) return true;
      words.add(token.toLowerCase());
    }
    return wordsOfPhrases.some((parts) => parts.every((part) => words.has(part)));
  }

  return { inName, inProse, mayBeIn };
}

function matches(words: readonly string[], at: number, { parts, at: position }: RetiredName) {
  if (position === "whole") return false;
  if (position === "start" && (at > 0 || words.length === parts.length)) return false;
  if (position === "end" && (at === 0 || at + parts.length < words.length)) return false;
  return parts.every((part, offset) => words[at + offset] === part);
}

/** Returns an expression that finds the phrases as whole words; undefined if there is none. */
function wordsPattern(phrases: readonly string[]): RegExp | undefined {
  if (phrases.length === 0) return undefined;
  const escaped = phrases.map((phrase) => phrase.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  // A longer phrase is tried before one that it begins with.
  const longestFirst = escaped.toSorted((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\w-])(?:${longestFirst.join("|")})(?![\\w-])`, "gi");
}
