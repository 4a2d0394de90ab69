import { expect, test } from "vitest";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { transfersIn } from "./money.ts";
import { holds } from "./typed.ts";

const size = 100_000;
const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

test.each(["äa", "a", "straße", "111 ", "1", "1.1", "$1 ", "$", "May ", "Paid 1 ", "A's ", "A "])(
  "checks a message of nothing but %o in no time",
  (piece) => {
    const text = filled(piece);
    const started = cpuTimeMs();
    for (const intent of ["when", "amount", "where"] as const) holds(intent, text);
    transfersIn(text, { sender: "Bank", subject: "Receipt" });
    expect(cpuTimeMs() - started).toBeLessThan(5000);
  },
);

test("recognizes a place and a sum, also within longer words and numbers", () => {
  expect(holds("where", "Wir treffen uns Lindenstraße, hinten.")).toBe(true);
  expect(holds("where", "das ist eine straßenbahn")).toBe(false);
  expect(holds("amount", "It is 1 234 567 EUR.")).toBe(true);
  expect(holds("amount", "Room 12 50 EUR")).toBe(true);
  const [paid] = transfersIn("We paid 1 234 567 EUR to Anna Berg.", { sender: "", subject: "" });
  expect(paid?.to).toContain("Anna Berg");
});
