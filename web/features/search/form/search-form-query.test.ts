import { expect, test } from "vitest";
import { isOperator } from "#/features/search/query/query-terms.ts";
import { emptyForm, queryOf, fieldsOf } from "./search-form-query.ts";

test("creates a search from the fields", () => {
  expect(queryOf(emptyForm)).toBe("");
  const request = {
    ...emptyForm,
    from: "jane",
    to: '"The Yard" bob@example.org',
    subject: "boat sale",
    words: "paint OR varnish",
    without: '"last year" -old from:eve',
    within: "1w" as const,
    place: "The harbour",
    hasAttachment: true,
  };
  expect(queryOf(request)).toBe(
    'from:jane to:"The Yard" to:bob@example.org subject:boat subject:sale paint OR varnish -"last year" -old -from:eve newer_than:1w in:"The harbour" has:attachment',
  );
});

test("computes the days around a date", () => {
  const around = (day: string, within: "1d" | "2w" | "1m" | "1y") =>
    queryOf({ ...emptyForm, within, around: day });
  expect(around("2026-03-31", "1d")).toBe("after:2026-03-30 before:2026-04-02");
  expect(around("2026-01-05", "2w")).toBe("after:2025-12-22 before:2026-01-20");
  expect(around("2026-03-31", "1m")).toBe("after:2026-02-28 before:2026-05-01");
  expect(around("2024-02-29", "1y")).toBe("after:2023-02-28 before:2025-03-01");
  expect(around("", "1y")).toBe("newer_than:1y");
});

test("puts typed operators into its fields, and the rest into the words", () => {
  expect(
    fieldsOf(
      'tax from:jane subject:"open amount" -old in:sent is:unread newer_than:1m has:attachment',
    ),
  ).toEqual({
    ...emptyForm,
    from: "jane",
    subject: '"open amount"',
    words: "tax is:unread",
    without: "old",
    within: "1m",
    place: "sent",
    hasAttachment: true,
  });
  expect(fieldsOf("from:bob OR from:eve")).toEqual({ ...emptyForm, words: "from:bob OR from:eve" });
  expect(fieldsOf("newer_than:5h in:inbox in:sent -is:read").words).toBe(
    "newer_than:5h in:sent -is:read",
  );
});

test("recreates a search that it parsed", () => {
  for (const query of [
    "",
    "from:jane boat -old",
    'subject:"open amount" tax -"last year"',
    "{a b} from:jane",
    "newer_than:2w in:sent",
    "has:attachment",
  ]) {
    expect(queryOf(fieldsOf(query))).toBe(query);
  }
  if (isOperator("larger")) expect(queryOf(fieldsOf("larger:5M"))).toBe("larger:5M");
});
