import { limits } from "@inlet/contract/limits.ts";

/** Characters without width, with which senders pad previews. The joiners of emoji and Persian are preserved. */
const invisible = /(?![\u200C\u200D])(\p{Cc}|\p{Cf}|\u034F|\u00AD)/gu;

/** Returns the first 200 visible characters of a text, with white space folded. */
export function previewOf(text: string): string {
  // The beginning is nearly always enough, except with padding.
  const short = visibleStart(text.slice(0, 1000));
  return short.length >= limits.listPreviewLength || text.length <= 1000
    ? short.slice(0, limits.listPreviewLength).join("")
    : visibleStart(text.slice(0, 20_000)).slice(0, limits.listPreviewLength).join("");
}

function visibleStart(text: string): string[] {
  // Most mail is plain ASCII, where only white space needs folding.
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

/** Removes joiners at the end of a word, where they join nothing. */
function withoutLooseJoiners(word: string): string {
  let end = word.length;
  while (end > 0 && /[\u200C\u200D]/.test(word[end - 1] ?? "")) end--;
  return word.slice(0, end);
}
