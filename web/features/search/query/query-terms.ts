import {
  searchAge,
  searchDate,
  searchJoints,
  type SearchOperator,
  searchOperators,
  searchPiece,
  searchSize,
} from "@inlet/contract/mail/search-query.ts";

/** A piece of a search, as typed. */
export interface Piece {
  text: string;
  /** Name before the colon, in lower case; "" for words. */
  operator: string;
  value: string;
  /** True if a hyphen negates it. */
  isNegated: boolean;
  /** A bracket or a joining word: its neighbors belong together. */
  isJoint: boolean;
  start: number;
  end: number;
}

/** Splits a search into pieces, in their order. */
export function piecesOf(words: string): Piece[] {
  const typed = words.replaceAll(/[“”„«»]/gu, '"');
  return [...typed.matchAll(searchPiece)].map((match) => {
    const [text, minus, before = "", quoted, word = "", opening, closing] = match;
    const bare =
      quoted === undefined && before === "" && word.endsWith(":") ? word.slice(0, -1) : "";
    const isEmpty = isOperator(bare.toLowerCase());
    const value = isEmpty ? "" : (quoted ?? word);
    // The server reads localhost:3000 and 10:30 as words.
    const isWord = before !== "" && !isOperator(before.toLowerCase()) && /^\d+$/.test(value);
    return {
      text,
      operator: isWord ? "" : (isEmpty ? bare : before).toLowerCase(),
      value,
      isNegated: minus !== undefined,
      isJoint: (opening ?? closing) !== undefined || searchJoints.includes(text),
      start: match.index,
      end: match.index + text.length,
    };
  });
}

/** Returns the complete operators, and the rest. The last piece is complete once something follows it, or with `isFinal`. */
export function splitWords(words: string, isFinal: boolean): { chips: Piece[]; rest: string } {
  const pieces = piecesOf(words);
  // A piece taken out of a group would change its meaning.
  if (pieces.some(({ isJoint }) => isJoint)) return { chips: [], rest: words };
  const chips = pieces.filter(
    (piece) =>
      piece.operator !== "" &&
      piece.value.trim() !== "" &&
      !isRefused(piece) &&
      (isFinal || piece.end < words.length),
  );
  if (chips.length === 0) return { chips, rest: words };
  const between = chips.map(({ start }, at) => words.slice(chips[at - 1]?.end ?? 0, start).trim());
  const last = words.slice(chips.at(-1)?.end).trimStart();
  return { chips, rest: [...between.filter(Boolean), last].join(" ") };
}

/** Joins chips and words into a search. */
export function joinWords(chips: readonly { text: string }[], rest: string): string {
  return chips.length > 0 ? `${chips.map(({ text }) => text).join(" ")} ${rest}` : rest;
}

/** Returns the operator that is being typed: the last piece, if nothing follows it. */
export function openOperator(rest: string): Piece | undefined {
  const last = piecesOf(rest).at(-1);
  return last && isOperator(last.operator) && last.end === rest.length ? last : undefined;
}

/** Returns the first piece that the server would refuse, as far as can be determined locally. */
export function refusedPiece(words: string): Piece | undefined {
  return piecesOf(words).find((piece) => piece.operator !== "" && isRefused(piece));
}

/** Returns an operator with its value, quoted if necessary. */
export function pieceOf(operator: SearchOperator, value: string): string {
  const plain = value.replaceAll(/["“”„«»]/gu, "");
  return `${operator}:${/[\s(){}]/.test(plain) ? `"${plain}"` : plain}`;
}

/** Reports whether such an operator exists. */
export function isOperator(word: string): word is SearchOperator {
  return Object.hasOwn(searchOperators, word);
}

function isRefused({ operator, value, isJoint }: Piece): boolean {
  if (!isOperator(operator)) return true;
  if (isJoint) return false;
  const takes: string | readonly string[] = searchOperators[operator];
  const plain = value.trim().toLowerCase();
  if (plain === "") return true;
  if (takes === "age") return !searchAge.test(plain);
  if (takes === "date") return !isDate(plain);
  if (takes === "size") return !searchSize.test(plain);
  return typeof takes !== "string" && !takes.includes(plain);
}

/** Reports whether such a day, month or year exists. */
function isDate(value: string): boolean {
  const [, year, month = "1", day = "1"] = searchDate.exec(value) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Returns the words to highlight, without filters. */
export function searchedWords(words: string): string[] {
  return piecesOf(words)
    .filter(
      ({ operator, isNegated, isJoint }) =>
        !isNegated &&
        !isJoint &&
        ["", "from", "to", "cc", "bcc", "with", "subject"].includes(operator),
    )
    .flatMap(({ value }) => value.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
}
