import { visibleCharacters } from "../text/visible-characters.ts";

/** Returns the visible text on one line, cut at a word if it is too long. */
export function shownLine(text: string, most: number): string {
  const line = visibleCharacters(text.slice(0, 4 * most))
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > most / 2 ? cut.slice(0, word) : cut).toWellFormed().trimEnd()}…`;
}
