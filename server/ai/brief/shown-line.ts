import { visibleCharacters } from "../text/visible-characters.ts";

/** Words of a mail on one line: what a reader would see of them, cut at a word where they are too many. */
export function shownLine(text: string, most: number): string {
  const line = visibleCharacters(text.slice(0, 4 * most))
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > most / 2 ? cut.slice(0, word) : cut).toWellFormed().trimEnd()}…`;
}
