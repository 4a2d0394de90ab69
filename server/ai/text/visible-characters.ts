import { limitMarks } from "#/base/limit-marks.ts";

/**
 * Characters without width or that reverse text, which hide text from a reader: control characters, bidi marks, zero-width
 * characters, fillers, variation selectors, and tag characters, which can hide whole sentences.
 */
const unseen = /[^\P{C}\t\n\v\f\r]|[\p{Default_Ignorable_Code_Point}\u2800\uFFF0-\uFFFB]/gu;

/** Returns the visible characters of a text, each in normal form. */
export function visibleCharacters(text: string): string {
  const read = text.slice(0, maxLength);
  if (isPlain.test(read)) return read.replace(/\r\n?/g, "\n");
  return oneForm(
    read
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
      .replace(unseen, ""),
  ).replace(unseen, "");
}

/** ASCII without control characters needs no normalization. */
const isPlain = /^[\t\n\v\f\r\u0020-\u007e]*$/;

/** Normalizes each character (NFKC), up to the maximum length: one character may expand to eighteen. */
function oneForm(text: string): string {
  if (isPlain.test(text)) return text.slice(0, maxLength);
  const few = limitMarks(text);
  const pieces: string[] = [];
  // Normalize piece by piece, to avoid computing text beyond the limit.
  for (let [at, left] = [0, maxLength]; at < few.length && left > 0;) {
    const end = endOfPiece(few, at + pieceLength);
    const piece = few.slice(at, end).normalize("NFKC");
    pieces.push(piece);
    left -= piece.length;
    at = end;
  }
  return pieces.join("").slice(0, maxLength).toWellFormed();
}

const pieceLength = 4096;

/** Combining marks belong to their base character: a piece ends before an ASCII character, which is never a mark. */
function endOfPiece(text: string, from: number): number {
  for (let at = from; at < Math.min(text.length, from + pieceLength); at++) {
    if (text.charCodeAt(at) < 0x80) return at;
  }
  return from + pieceLength;
}

/** Longer than any message that a human writes. The cost of all further steps grows with the length. */
export const maxLength = 100_000;
