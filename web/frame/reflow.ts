/** The longest line of programs that wrap text (RFC 5322, 2.1.1). */
const maxWidth = 78;
/** Text that is never as wide was broken on purpose. */
const minWidth = 65;
/** A line this short was broken on purpose, however long the next word is. */
const minLine = 50;

/** Lists, quotes, rules, comments, shell and log lines, and fields such as "Date: Friday". */
const marked =
  /^(?:[\s*+•–—·>#|~=_<[{/\\-]|[$%] |\(?(?:\d{1,4}|[a-z]|[ivx]{1,4})[.):]\s|\d{1,4}[-/:.]\d|\p{Lu}[\p{L}-]*(?: [\p{L}-]+)?: )/u;
/** Columns, code, and a word that is broken at its hyphen. */
const laidOut = /\t|[^\s.!?:] {2,}\S|[;{}\\|]$|\p{L}-$|={2,}|[=-]>|\(\)/u;
const onlyAddress = /^(?:<?(?:https?:|www\.|mailto:)|[^\s@]+@)\S+$/i;
const sentenceEnd = /[.!?:;…]["'”’)]*$/;
/** These scripts have no space between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const kept = [marked, laidOut, onlyAddress, unspaced];

/**
 * Joins the lines of paragraphs that a program wrapped: the first word of the next line would not have fitted. Everything else
 * stays, because a joined list or table loses its meaning, and an unjoined paragraph only its shape.
 */
export function reflow(text: string): string {
  const paragraphs = text.split(/(\n(?:[^\S\n]*\n)+)/).map((piece) => {
    const lines = piece.split("\n").map((line) => line.trimEnd());
    return { piece, lines, isProse: isProse(lines) };
  });
  const prose = paragraphs.filter(({ isProse }) => isProse).flatMap(({ lines }) => lines);
  const width = Math.max(minWidth, ...prose.map(({ length }) => length));
  return paragraphs
    .map(({ piece, lines, isProse }) =>
      isProse && isWrapped(lines, width) ? lines.join(" ") : piece,
    )
    .join("");
}

function isProse(lines: readonly string[]): boolean {
  const isPlain = lines.every(
    (line) => line !== "" && line.length <= maxWidth && !kept.some((each) => each.test(line)),
  );
  // A sentence on each line is a list without marks.
  return isPlain && lines.slice(0, -1).some((line) => !sentenceEnd.test(line));
}

function isWrapped(lines: readonly string[], width: number): boolean {
  return lines.slice(0, -1).every(({ length }, index) => {
    const [word = ""] = lines[index + 1]?.split(" ") ?? [];
    return length >= minLine && length + 1 + word.length > width;
  });
}
