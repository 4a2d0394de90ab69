import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { match } from "#/features/palette/match.ts";
import { paletteTexts } from "#/features/palette/palette-texts.ts";

const shownLetters = 80;

/** Returns the subject and where it has the words; if only the text has them, that part of the text follows. */
export function hitIn(
  { subject, bodyPlain }: Pick<EmailRow, "subject" | "bodyPlain">,
  words: string,
): { text: string; at: readonly number[] } {
  const title = subject.trim() || paletteTexts.noSubject;
  const hit = match(words, title);
  if (hit && !hit.isGuess) return { text: title, at: hit.at };
  const start = bodyPlain.toLowerCase().indexOf(words.trim().toLowerCase());
  if (start < 0) return { text: title, at: [] };
  const before = `${title} · ${start > 0 ? "…" : ""}`;
  const first = Array.from(before).length;
  return {
    text: before + bodyPlain.slice(start, start + shownLetters),
    at: Array.from(Array.from(words.trim()), (_, at) => first + at),
  };
}
