import { isoDay } from "#/lib/dates.ts";
import { isOperator, type Piece, pieceOf, piecesOf } from "#/features/search/query/query-terms.ts";

/** Spans around a day within which messages may be. */
export const spans = ["1d", "3d", "1w", "2w", "1m", "2m", "6m", "1y"] as const;
export type Span = (typeof spans)[number];

/** The values of the search form; "" for an empty field. */
export interface SearchFields {
  from: string;
  to: string;
  subject: string;
  words: string;
  without: string;
  sizeIs: "larger" | "smaller";
  /** In units of `sizeUnit`. */
  size: string;
  sizeUnit: "M" | "K";
  within: Span | "";
  /** Center of the time span, such as 2026-09-01; "" counts back from now. */
  around: string;
  place: string;
  hasAttachment: boolean;
}

/** The empty form. */
export const emptyForm: SearchFields = {
  from: "",
  to: "",
  subject: "",
  words: "",
  without: "",
  sizeIs: "larger",
  size: "",
  sizeUnit: "M",
  within: "",
  around: "",
  place: "",
  hasAttachment: false,
};

/** Parses a search into the fields of the form; everything without a field is added to the words. */
export function fieldsOf(query: string): SearchFields {
  const pieces = piecesOf(query);
  // A piece taken out of a group would change its meaning.
  if (pieces.some(({ isJoint }) => isJoint)) return { ...emptyForm, words: query.trim() };
  const request = { ...emptyForm };
  const words: string[] = [];
  for (const piece of pieces) {
    if (!acceptPiece(request, piece)) words.push(piece.text);
  }
  return { ...request, words: words.join(" ") };
}

function acceptPiece(request: SearchFields, { operator, value, text, isNegated }: Piece): boolean {
  const plain = value.trim().toLowerCase();
  const quoted = /\s/.test(value) ? `"${value}"` : value;
  if (isNegated) {
    if (operator !== "") return false;
    request.without = added(request.without, text.slice(1));
    return true;
  }
  switch (operator) {
    case "from":
    case "to":
    case "subject":
      request[operator] = added(request[operator], quoted);
      return true;
    case "in":
      if (request.place !== "") return false;
      request.place = value;
      return true;
    case "has":
      if (plain !== "attachment") return false;
      request.hasAttachment = true;
      return true;
    case "newer_than": {
      const span = spans.find((one) => one === plain);
      if (span === undefined || request.within !== "") return false;
      request.within = span;
      return true;
    }
    case "larger":
    case "smaller": {
      const [, size, unit] = /^(\d+)(m|k)b?$/.exec(plain) ?? [];
      if (size === undefined || request.size !== "") return false;
      request.sizeIs = operator;
      request.size = size;
      request.sizeUnit = unit === "k" ? "K" : "M";
      return true;
    }
    default:
      return false;
  }
}

function added(before: string, more: string): string {
  return before === "" ? more : `${before} ${more}`;
}

/** Returns the search for these values. */
export function queryOf(request: SearchFields): string {
  const size = Number(request.size);
  return [
    ...(["from", "to", "subject"] as const).flatMap((operator) =>
      piecesOf(request[operator]).map((piece) => pieceFor(operator, piece)),
    ),
    request.words.trim(),
    ...piecesOf(request.without).map(({ text }) => (text.startsWith("-") ? text : `-${text}`)),
    ...(isOperator(request.sizeIs) && size > 0
      ? [`${request.sizeIs}:${size}${request.sizeUnit}`]
      : []),
    ...datesOf(request),
    ...(request.place === "" ? [] : [pieceOf("in", request.place)]),
    ...(request.hasAttachment ? ["has:attachment"] : []),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Adjacent words must all occur; a quoted text must occur in that order. */
function pieceFor(operator: "from" | "to" | "subject", { text, value }: Piece): string {
  if (text.startsWith('"')) return `${operator}:"${value}"`;
  return `${operator}:${/[(){}:]/.test(text) ? `"${text.replaceAll('"', "")}"` : text}`;
}

function datesOf({ within, around }: SearchFields): string[] {
  if (within === "") return [];
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(around) ?? [];
  if (year === "") return [`newer_than:${within}`];
  const from = new Date(Number(year), Number(month) - 1, Number(day));
  // The last day is included.
  const until = shifted(from, within, 1);
  until.setDate(until.getDate() + 1);
  return [`after:${isoDay(shifted(from, within, -1))}`, `before:${isoDay(until)}`];
}

function shifted(date: Date, span: Span, sign: 1 | -1): Date {
  const count = sign * Number.parseInt(span, 10);
  const unit = span.slice(-1);
  const moved = new Date(date);
  if (unit === "d") moved.setDate(date.getDate() + count);
  else if (unit === "w") moved.setDate(date.getDate() + 7 * count);
  else {
    // One month after the 31st is the last day of the next month.
    moved.setDate(1);
    moved.setMonth(date.getMonth() + count * (unit === "y" ? 12 : 1));
    const last = new Date(moved.getFullYear(), moved.getMonth() + 1, 0).getDate();
    moved.setDate(Math.min(date.getDate(), last));
  }
  return moved;
}
