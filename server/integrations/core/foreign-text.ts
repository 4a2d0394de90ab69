import { limitMarks } from "#/base/limit-marks.ts";

/**
 * Matches control characters, and characters that are invisible or change the text direction. A chat shows the same text as the
 * mail, without hidden characters.
 */
const unseen = /[^\P{C}\n]|[\p{Default_Ignorable_Code_Point}\u2800\uFFF0-\uFFFB]/gu;

/** Returns an untrusted text as one line. */
export function onOneLine(words: string, most: number): string {
  return cut(seen(words).replaceAll(/\s+/g, " ").trim(), most);
}

/** Returns an untrusted text with its paragraphs. */
export function inLines(words: string, most: number): string {
  return cut(
    seen(words)
      .replaceAll(/[^\S\n]+/g, " ")
      .replaceAll(/ ?\n ?(?:\n\s*)?/g, (gap) => (gap.split("\n").length > 2 ? "\n\n" : "\n"))
      .trim(),
    most,
  );
}

/**
 * Prevents a chat from detecting links, addresses, mentions, commands and hashtags in untrusted text, as it looks for them in
 * plain text too: an invisible character follows each of their signs. It comes after cleaning, which removes such characters.
 */
export function unlinked(words: string): string {
  return words.replaceAll(/[.@/:#$．。｡＠＃：／]/gu, "$&\u2060");
}

function seen(words: string): string {
  // Much longer than any part of a post.
  const read = words.slice(0, 20_000).toWellFormed();
  return limitMarks(
    read
      .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
      .replaceAll("\t", " ")
      .replaceAll(unseen, ""),
  );
}

/** Shortens a text, without splitting a surrogate pair. */
function cut(words: string, most: number): string {
  if (words.length <= most) return words;
  const left = words.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${left.trimEnd()}…`;
}
