import { searchJoints } from "@inlet/contract/mail/search-query.ts";
import { type Piece, piecesOf, refusedPiece } from "#/features/search/query/query-terms.ts";

/** A part of a search that can be removed or changed independently. */
export interface Segment {
  text: string;
  start: number;
  end: number;
  /** Name before the colon if it is one operator with its value; "" for words, groups, and parts joined by OR. */
  operator: string;
  /** The first operator in it that the server would refuse. */
  refused: Piece | undefined;
}

/** Splits a search into independent parts: adjacent words are one part, and so are a group and everything joined by OR. */
export function segmentsOf(words: string): Segment[] {
  const segments: Segment[] = [];
  let depth = 0;
  /** Number of pieces that still belong to the previous part, after OR, NOT, or AROUND with its number. */
  let held = 0;
  for (const piece of piecesOf(words)) {
    const isOpening = piece.isJoint && /[({]$/.test(piece.text);
    const isClosing = /^[)}]$/.test(piece.text);
    const isJoint = searchJoints.includes(piece.text);
    const isBetween = isJoint && piece.text !== "NOT";
    const isHeld = held > 0;
    const last = segments.at(-1);
    const isWord = piece.operator === "" && !piece.isJoint;
    const joins = last && (isHeld || depth > 0 || isBetween || (isWord && isPlain(last)));
    if (joins) {
      last.end = piece.end;
      last.text = words.slice(last.start, last.end);
      if (!isWord || isHeld || depth > 0) last.operator = joint;
    } else {
      const { start, end, operator } = piece;
      segments.push({
        text: words.slice(start, end),
        start,
        end,
        operator: isWord ? "" : piece.isJoint ? joint : operator,
        refused: undefined,
      });
    }
    if (isOpening) depth += 1;
    if (isClosing) depth = Math.max(depth - 1, 0);
    held = isJoint ? (piece.text === "AROUND" ? 2 : 1) : Math.max(held - 1, 0);
  }
  return segments.map((segment) => ({
    ...segment,
    operator: segment.operator === joint ? "" : segment.operator,
    refused: refusedPiece(segment.text),
  }));
}

const joint = "(";

function isPlain({ operator }: Segment): boolean {
  return operator === "";
}

/** Returns the search with a part replaced; an empty text removes it. */
export function withSegment(
  words: string,
  { start, end }: Pick<Segment, "start" | "end">,
  text: string,
): string {
  const before = words.slice(0, start).trimEnd();
  const after = words.slice(end).trimStart();
  return [before, text.trim(), after].filter(Boolean).join(" ");
}
