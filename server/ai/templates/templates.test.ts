import { describe, expect, it, test } from "vitest";
import { languages } from "../replies/acts.ts";
import { choose } from "../replies/echo.ts";
import { findPurpose, templateWords } from "./built-in.ts";
import { recipientOf } from "./greet.ts";
import { fillNotes, readNotes } from "./notes.ts";

const nameFor = (purpose: string) => findPurpose(purpose, "")?.purpose.name;

describe("a purpose", () => {
  test.each([
    ["new baby", "Congratulate on a baby"],
    ["reject a job applicant", "Reject an applicant"],
    ["job application", "Apply for a position"],
    ["decline a job offer", "Decline a job offer"],
    ["sick note", "Call in sick"],
    ["out of office", "Out of office"],
    ["cancel dentist appointment", "Cancel an appointment"],
    ["cancel my subscription", "Cancel a contract"],
    ["ask for a quote", "Ask for a quote"],
    ["send a quote", "Send an offer"],
    ["remind a client about an unpaid bill", "Remind of a payment"],
    ["payment confirmation", "Confirm a payment"],
    ["Kündigung meines Jobs", "Die Stelle kündigen"],
    ["Absage an einen Bewerber", "Einem Bewerber absagen"],
    ["résiliation de bail", "Résilier un bail"],
    ["pésame", "Dar el pésame"],
    ["disdetta abbonamento", "Disdire un contratto"],
    ["pedido de orçamento", "Pedir um orçamento"],
    ["betalingsherinnering", "Aan een betaling herinneren"],
  ])("%s gets the template %s", (purpose, name) => {
    expect(nameFor(purpose)).toBe(name);
  });

  test.each([
    "asdf qwer",
    "blue",
    "new bank account",
    "write my essay on an invitation",
    "poem for a birthday",
    "threaten my neighbour about the noise",
    "spending review",
    "illustration",
    "",
  ])("for which there is none gets none: %j", (purpose) => {
    expect(nameFor(purpose)).toBeUndefined();
  });

  it("has at least sixty templates in each language, which need nothing to be whole", () => {
    for (const language of languages) {
      const words = templateWords(language);
      expect(words.purposes.length).toBeGreaterThanOrEqual(60);
      for (const { name, bodies } of words.purposes) {
        for (const context of ["", "invoice 7718, 612.40 EUR. We need it soon"]) {
          for (const wordings of bodies) {
            const last = choose(wordings.at(-1) ?? "", true);
            const text = fillNotes(last, readNotes(context, words));
            expect(text, name).toBeDefined();
            expect(text, name).not.toMatch(/[|<>]|(?:details|clause|position)[|}]/);
            expect(text, name).toMatch(context === "" ? /^[¡¿]?\p{L}/u : /7718|^[^{}]*$/u);
          }
        }
      }
    }
  });
});

describe("notes", () => {
  const of = (context: string) => readNotes(context, templateWords("en"));

  it("are split into short ones and sentences, but not within numbers and dates", () => {
    expect(of("main stage, 27,300 EUR net, we need it soon; valid until Dec 31, 2026")).toEqual({
      details: ["main stage, 27,300 EUR net", "valid until Dec 31, 2026"],
      sentences: ["We need it soon."],
    });
  });

  it("become sentences of the writer", () => {
    expect(of("Position: clerk. Invite to apply again. need until 8 December").sentences).toEqual([
      "I would like to invite you to apply again.",
      "I need until 8 December.",
    ]);
    expect(of("his father died").clause).toBe("your father died");
  });

  it("fill a slot with the text around it, and a slot without one shows its gap or nothing", () => {
    expect(fillNotes("Late{: details|what}.", of("order 7"))).toBe("Late: order 7.");
    expect(fillNotes("Late{: details|what}.", of(""))).toBe("Late: {what}.");
    expect(fillNotes("Late{: details}.", of(""))).toBe("Late.");
    expect(fillNotes("As {position}.", of(""))).toBeUndefined();
  });
});

test.each([
  ["Robert Sand <r@sand.example>", "en", "Hello Robert,"],
  ["Herr Robert Sand", "de", "Guten Tag Herr Sand,"],
  ["Robert Sand", "de", "Guten Tag Robert Sand,"],
  ["Greta", "de", "Hallo Greta,"],
  ["Hausverwaltung Kranz", "de", "Guten Tag,"],
  ["Brightpath Talent", "en", "Hello,"],
  ["pilot customers", "en", "Hello,"],
  ["Mme Fournier", "fr", "Bonjour Mme Fournier,"],
  ["", "es", "Buenos días:"],
] as const)("greets the recipient %j in %s with %j", (recipient, language, greeting) => {
  expect(recipientOf(recipient, language).greetings.professional).toBe(greeting);
});
