import { searchOperators } from "@inlet/contract/mail/search-query.ts";
import { isPlace } from "#/features/search/query/folder-term.ts";
import {
  isOperator,
  type Piece,
  piecesOf,
  refusedPiece,
} from "#/features/search/query/query-terms.ts";
import { searchTexts } from "#/features/search/search-texts.ts";

/** Returns the message that explains why a part of a search would be refused. */
export function refusalOf({ operator, value, text }: Piece): string {
  if (!isOperator(operator)) return searchTexts.unknownOperator(text);
  return value === "" ? searchTexts.needsValue(operator) : searchTexts.unknownValue(operator, text);
}

/** The server's error for a search that it cannot parse. */
export interface Refusal {
  code: string;
  message: string;
}

/** Returns the message that explains why a search is refused: from a local check, or from the server's error. */
export function whyRefused(query: string, refusal: Refusal | null): string {
  const piece = refusedPiece(query);
  if (piece) return refusalOf(piece);
  if (refusal?.code === "search.unknown_value") {
    // Only the server knows the names of folders, labels and accounts; if the refused part is ambiguous, none is named.
    const [name, ...others] = piecesOf(query).filter(mayBeMeant);
    if (name && others.length === 0 && isOfName(name.operator)) {
      return searchTexts.noSuch[name.operator];
    }
  }
  return refusal?.message ?? "";
}

/** Reports whether a value that the server refused may be the one in this piece: a name, or punctuation without any words. */
function mayBeMeant(piece: Piece): boolean {
  const { operator, value, text, isJoint } = piece;
  if (isOfName(operator)) return !isOfPlace(piece);
  return isJoint ? /^AROUND$|[({]$/.test(text) : !/[\p{L}\p{N}]/u.test(value);
}

/** Reports whether it names a place of every account. */
export function isOfPlace({ operator, value }: Pick<Piece, "operator" | "value">): boolean {
  return operator !== "account" && isPlace(value);
}

/** Reports whether the value of an operator is a name known only to the mailbox. */
export function isOfName(operator: string): operator is keyof typeof searchTexts.noSuch {
  return Object.hasOwn(searchTexts.noSuch, operator);
}

/** Returns the operator that was probably meant by an unknown one; undefined if none is similar. */
export function operatorNear(typed: string): string | undefined {
  const near = Object.keys(searchOperators)
    .map((operator) => ({ operator, steps: stepsBetween(typed, operator) }))
    .toSorted((one, other) => one.steps - other.steps)[0];
  return near && near.steps <= Math.max(1, Math.floor(typed.length / 3))
    ? near.operator
    : undefined;
}

/** Returns the edit distance: letters inserted, deleted, changed or swapped with the next. */
function stepsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const above = rows[i - 1] ?? [];
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const steps = [
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped ? [(rows[i - 2]?.[j - 2] ?? 0) + 1] : []),
      ];
      row.push(Math.min(...steps));
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
