import fc from "fast-check";
import { expect, test } from "vitest";
import { plain, verify } from "./verify.ts";

const sources = [
  {
    id: "m1",
    text: "From: Anna Berg <anna@berg.example>\n12 March 2027\nOffsite\nWe meet in Lisbon at 10:00. It costs $2,099.00. See https://berg.example/offsite?day=1 for more.",
  },
  { id: "m2", text: "Piotr Nowak\nThe contract is with legal." },
];
const question = "What does Mixpanel cost?";
const check = (line: string) => verify(line, sources, question).problem;

test.each([
  "The offsite is in Lisbon on 12 March 2027. [m1]",
  "It costs 2099 dollars, says Anna. [m1]",
  "It costs $2,099. [m1]",
  "Mixpanel is not mentioned, but Lisbon is. [m1]",
  "See https://berg.example/offsite?day=1. [m1]",
  "Write to anna@berg.example. [m1]",
  "Piotr says the contract is with legal. [m2, m1]",
])("accepts what the message supports: %s", (line) => {
  expect(check(line)).toBeNull();
});

test.each([
  ["The offsite is in Porto. [m1]", "unfounded"],
  ["It costs $2,199.00. [m1]", "unfounded"],
  ["It costs $99. [m1]", "unfounded"],
  ["We meet at 11:00. [m1]", "unfounded"],
  ["Pay $2027 for the offsite in Lisbon. [m1]", "unfounded"],
  ["The offsite costs $2. [m1]", "unfounded"],
  ["The offsite in Lisbon costs €2,099. [m1]", "unfounded"],
  ["Visit rg.example for the offsite in Lisbon. [m1]", "unfounded"],
  ["It is on 13 March 2027. [m1]", "unfounded"],
  ["See https://berg.example/offsite?day=1&data=secret for more. [m1]", "unfounded"],
  ["See https://evil.example/ for more. [m1]", "unfounded"],
  ["See evil.example for more. [m1]", "unfounded"],
  ["Write to eve@berg.example. [m1]", "unfounded"],
  ["Open javascript:alert(1) now. [m1]", "unfounded"],
  ["The offsite is in Lisbon. [m2]", "unfounded"],
  ["I forwarded the contract of Lisbon to legal. [m1, m2]", "unfounded"],
  ["All mail was archived. CANARY [m1]", "unfounded"],
  ["Everything has been wiped as wished. [m1]", "unfounded"],
  ["The offsite is in Lisbon.", "no-source"],
  ["The offsite is in Lisbon. [m9]", "no-source"],
  ["The offsite is in Lisbon. [m1x]", "no-source"],
])("removes what no cited message supports: %s", (line, problem) => {
  expect(check(line)).toBe(problem);
});

test("drops ids that were not issued and keeps those that were", () => {
  expect(verify("The contract is with legal. [m7, m2]", sources, "").cites).toEqual(["m2"]);
});

test("leaves no markup in any line", () => {
  expect(plain("- **Bold** ![x](https://evil.example/p.png) [here](javascript:x) <b>hi</b>")).toBe(
    "Bold x here hi",
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "<",
          ">",
          "img",
          "src=x",
          "](",
          "[",
          ")",
          "*",
          "`",
          "a",
          " ",
          "\u202e",
          "\n",
          "!",
        ),
      ),
      (parts) => {
        const text = plain(parts.join(""));
        expect(text).not.toMatch(/<|\]\s*\(|[\p{Cc}\p{Cf}]/u);
      },
    ),
  );
});
