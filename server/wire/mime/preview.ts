import { limits } from "@inlet/contract/limits.ts";

/** Takes up no room on the screen; senders pad previews with it. The joiners of emoji and Persian stay. */
const invisible = /(?![\u200C\u200D])(\p{Cc}|\p{Cf}|\u034F|\u00AD)/gu;

/** The first 200 visible characters of a text, its white space folded. */
export function previewOf(text: string): string {
  // Nearly always the beginning is enough; behind padding it takes more.
  const short = visibleStart(text.slice(0, 1000));
  return short.length >= limits.listPreviewLength || text.length <= 1000
    ? short.slice(0, limits.listPreviewLength).join("")
    : visibleStart(text.slice(0, 20_000)).slice(0, limits.listPreviewLength).join("");
}

function visibleStart(text: string): string[] {
  // Most mail is plain ASCII, in which only blanks need a look.
  if (/^[\t\n\r -~]*$/.test(text)) {
    return Array.from(
      text
        .trim()
        .replace(/\s+/g, " ")
        .slice(0, limits.listPreviewLength * 2),
    );
  }
  const words = text
    .replace(/\s+/g, " ")
    .replace(invisible, "")
    .split(" ")
    .map(withoutLooseJoiners)
    .filter((word) => word !== "");
  return Array.from(words.join(" ").slice(0, limits.listPreviewLength * 2));
}

/** At the end of a word a joiner joins nothing. */
function withoutLooseJoiners(word: string): string {
  let end = word.length;
  while (end > 0 && /[\u200C\u200D]/.test(word[end - 1] ?? "")) end--;
  return word.slice(0, end);
}
