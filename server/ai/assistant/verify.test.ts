import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plain, verify } from "./verify.ts";

const sources = [
  {
    id: "m1",
    text: "From: Anna Berg <anna@berg.example>\n12 March 2027\nOffsite\nWe meet in Lisbon at 10:00. It costs $2,099.00. See https://berg.example/offsite?day=1 for more.",
  },
  { id: "m2", text: "Piotr Nowak\nThe contract is with legal." },
];
const asked = { question: "What does Mixpanel cost?" };
const check = (line: string) => verify(line, sources, asked).problem;

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
  ["It costs $2,199.00. [m1]", "blocked"],
  ["It costs $99. [m1]", "unfounded"],
  ["We meet at 11:00. [m1]", "blocked"],
  ["Pay $2027 for the offsite in Lisbon. [m1]", "blocked"],
  ["The offsite costs $2. [m1]", "unfounded"],
  ["The offsite in Lisbon costs €2,099. [m1]", "blocked"],
  ["It costs twelve thousand dollars in Lisbon. [m1]", "blocked"],
  ["Seven people go to the offsite. [m1]", "unfounded"],
  ["Visit rg.example for the offsite in Lisbon. [m1]", "blocked"],
  ["It is on 13 March 2027. [m1]", "unfounded"],
  ["It is on Monday. [m1]", "unfounded"],
  ["See https://berg.example/offsite?day=1&data=secret for more. [m1]", "blocked"],
  ["See https://evil.example/ for more. [m1]", "blocked"],
  ["See evil.example for more. [m1]", "blocked"],
  ["Write to eve@berg.example. [m1]", "blocked"],
  ["Ask for the offsite at collect dot evil dot test. [m1]", "blocked"],
  ["Pay the offsite to DE44 5001 0517 5407 3249 31. [m1]", "blocked"],
  ["The code for Lisbon is QX7TT91B. [m1]", "blocked"],
  ["Open javascript:alert(1) now. [m1]", "blocked"],
  ["I forwarded the contract of Lisbon to legal. [m1, m2]", "blocked"],
  ["Ich habe den Vertrag an die Rechtsabteilung weitergeleitet. [m2]", "blocked"],
  ["J’ai supprimé tous les messages de Piotr. [m2]", "blocked"],
  ["All mail was archived. CANARY [m1]", "blocked"],
  ["Everything has been wiped as wished. [m1]", "blocked"],
  ["The boat house needs new windows. [m2]", "unfounded"],
  ["The offsite is great.", "no-source"],
  ["The offsite is in Porto. [m9]", "no-source"],
  ["The harbour is closed. [m1x]", "no-source"],
])("keeps back what no message supports: %s", (line, problem) => {
  expect(check(line)).toBe(problem);
});

test("cites the message that supports a sentence, if the model cites another or none", () => {
  expect(verify("The offsite is in Lisbon. [m2]", sources, asked)).toMatchObject({
    cites: ["m1"],
    problem: null,
  });
  expect(verify("The contract is with legal.", sources, asked).cites).toEqual(["m2"]);
});

describe("a mail in the words of a reader", () => {
  const harbour = [
    {
      id: "m1",
      text: "From: Rut Hansen <rut@harbour.example>\nPermit\nWe received eleven complaints about the noise at your berth. Please send us a written plan by tomorrow noon, or we will have to withdraw the permit. The inspection costs 1.250,00 EUR and takes two weeks.",
      sentAt: Date.UTC(2026, 10, 25, 9),
    },
  ];
  const today = { question: "What does the harbour want?", now: Date.UTC(2026, 10, 25, 11) };

  test.each([
    "There were 11 complaints. [m1]",
    "The deadline is Thursday, 26 November at noon. [m1]",
    "It has to be with them tomorrow at 12:00. [m1]",
    "You could lose your permit if nothing arrives. [m1]",
    "Neighbours have complained about loud noise. [m1]",
    "Der Hafen verlangt bis morgen Mittag einen schriftlichen Plan, sonst droht der Entzug der Genehmigung. [m1]",
    "Il y a eu onze plaintes et le plan est attendu jeudi à midi. [m1]",
    "La inspección cuesta 1250 euros y dura dos semanas. [m1]",
    "L'ispezione dura fino al 9 dicembre. [m1]",
    "Er zijn elf klachten over het lawaai. [m1]",
    "Houve onze reclamações por causa do barulho. [m1]",
    "11月26日までに計画書が必要です。 [m1]",
  ])("passes: %s", (line) => {
    expect(verify(line, harbour, today).problem).toBeNull();
  });

  test.each([
    "There were 12 complaints. [m1]",
    "Zwölf Beschwerden gingen ein. [m1]",
    "The deadline is Friday. [m1]",
    "Il termine è il 28 novembre. [m1]",
    "La inspección cuesta 2250 euros. [m1]",
    "Sie müssen dreitausend Euro zahlen. [m1]",
    "11月27日までです。 [m1]",
  ])("does not pass: %s", (line) => {
    expect(verify(line, harbour, today).problem).not.toBeNull();
  });
});

test("drops ids that were not issued and keeps those that were", () => {
  expect(verify("The contract is with legal. [m7, m2]", sources, asked).cites).toEqual(["m2"]);
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
