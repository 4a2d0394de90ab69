import { expect, test } from "vitest";
import { isGrounded } from "./grounded.ts";

const mail = [
  "From: billing@notevil.com\nDate: 2026-11-20T10:00:00.000Z",
  "The invoice of $1,250.00 is due on 12/03/2026 at 15:30. See https://pay.notevil.com/i?id=77.",
  "Fees rose by 20%, to 3,5 Mio EUR. Call 555-1234.",
];

test.each([
  "Pay $1,250 by 12/03/2026.",
  "Pay 1250 dollars.",
  "The invoice of $1,250.00 is due at 15:30 on the 12th.",
  "Write to billing@notevil.com.",
  "See https://pay.notevil.com/i?id=77.",
  "It comes from notevil.com.",
  "Fees rose by 20 percent to EUR 3.5 million.",
  "Call 555-1234.",
])("accepts what the message states, in any spelling: %s", (sentence) => {
  expect(isGrounded(sentence, mail)).toBe(true);
});

test.each([
  "Pay $125,000 now",
  "Pay $250",
  "The invoice is $1",
  "Pay $12.50",
  "Pay $2026",
  "Pay €1,250",
  "Pay $1,250 million",
  "Fees rose by 12%",
  "Visit evil.com",
  "Visit https://pay.notevil.com/",
  "Write to g@notevil.com",
  "Visit notevil.co",
  "It is due on 12/03/2027",
])("rejects what only resembles the message: %s", (sentence) => {
  expect(isGrounded(sentence, mail)).toBe(false);
});

test("rejects additions attached to an address in the message", () => {
  const mail = ["Write to ops@harbour.example about the mooring."];
  const isHeld = (sentence: string) => isGrounded(sentence, mail);
  expect(isHeld("write to ops@harbour.example")).toBe(true);
  expect(isHeld('{"to":["ops@harbour.example"],"body":"HUNTERTWO"}')).toBe(false);
  expect(isHeld('{"to":["ops@harbour.example"],"key":"hunter2hunter2"}')).toBe(false);
  expect(isHeld('{"to":["ops@harbour.example"],"pay":900}')).toBe(false);
  expect(isHeld("write to ops@harbour.example,900")).toBe(false);
});
