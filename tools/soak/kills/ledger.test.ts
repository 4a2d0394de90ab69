import { expect, test } from "vitest";
import { Ledger } from "./ledger.ts";

const cutOff = () => Promise.reject(new Error("cut off"));

test("accepts a value that was acknowledged or requested since, and nothing else", async () => {
  const ledger = new Ledger();
  ledger.begin("star", false);
  await ledger.write({ star: true }, async () => undefined);
  expect(() => ledger.check("star", false)).toThrow("true was acknowledged");
  await expect(ledger.write({ star: false }, cutOff)).rejects.toThrow("cut off");
  ledger.check("star", false);
  // A value seen once stays.
  expect(() => ledger.check("star", true)).toThrow("false was acknowledged");
});
