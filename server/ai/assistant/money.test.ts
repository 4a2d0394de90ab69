import { expect, test } from "vitest";
import { isOf, moneyAskedIn, transfersIn } from "./money.ts";

const found = (question: string, text: string, sender = "Bank", subject = "") => {
  const asked = moneyAskedIn(question);
  if (!asked) return null;
  return transfersIn(text, { sender, subject })
    .filter((transfer) => isOf(transfer, asked))
    .map(({ start, end }) => text.slice(start, end));
};
const charged =
  "Hi Ada,\n\nYour card ending 4605 was charged $2,099.00 by NORTHWIND, INC.. The settled amount may differ.";

test.each([
  [
    "How much did Northwind charge?",
    charged,
    "Your card ending 4605 was charged $2,099.00 by NORTHWIND, INC..",
  ],
  [
    "How much did I pay to Northwind?",
    charged,
    "Your card ending 4605 was charged $2,099.00 by NORTHWIND, INC..",
  ],
  [
    "How much was paid to Anna?",
    "You sent a wire payment of 850.00 EUR to Anna Berg. It came from your account.",
    "You sent a wire payment of 850.00 EUR to Anna Berg.",
  ],
  [
    "How much did we receive from Harbour?",
    "You've received $2 657.81 via transfer from HARBOUR LTD to your account.",
    "You've received $2 657.81 via transfer from HARBOUR LTD to your account.",
  ],
  [
    "How much was paid by Harbour?",
    "Ada's debit card has received a €66.90 credit from Harbour. The money is there.",
    "Ada's debit card has received a €66.90 credit from Harbour.",
  ],
])("%s", (question, text, quote) => {
  expect(found(question, text)).toEqual([quote]);
});

test.each([
  ["the other way round", "How much was paid by Northwind?", charged],
  ["somebody else", "How much did I pay to Fabrikam?", charged],
  ["nobody named", "How much did I pay to Northwind?", "Your card was charged $2,099.00."],
  [
    "named beside it alone",
    "How much did I pay to Fabrikam?",
    `${charged} Fabrikam sends its regards.`,
  ],
  ["a bill is not paid", "How much was paid to Bank?", "Your invoice of $20 is due on Monday."],
])("returns no amount rather than a wrong one: %s", (_, question, text) => {
  expect(found(question, text)).toEqual([]);
});

test("treats the sender of a receipt as the payee", () => {
  const text = "Your receipt\n\nTotal paid\n   $120.00\n\nThank you";
  expect(found("How much was paid to Rail?", text, "Rail Ltd", "Receipt")).toEqual([
    "Total paid\n   $120.00",
  ]);
  expect(found("How much was paid to Ferry?", text, "Rail Ltd", "Receipt")).toEqual([]);
});

test("a question without a name is not about a payment", () => {
  expect(moneyAskedIn("How much is the hotel?")).toBeNull();
});
