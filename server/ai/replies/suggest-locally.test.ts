import { describe, expect, it, test } from "vitest";
import { mailOf } from "#/testing/apps/score-replies.ts";
import { learnHabits } from "./habits.ts";
import { suggestLocally, understand } from "./suggest-locally.ts";

const anonymous = learnHabits([], "");

describe("a message of a machine or a firm", () => {
  const reasonFor = (from: string, address: string, text: string, subject = "News") =>
    understand(mailOf({ from, address, subject, text })).whyNone;

  test.each([
    ["Anna Berg (Google Docs)", "comments-noreply@docs.example", "Could you check this?"],
    ["Bruno Galli via Signwell", "dse@signwell.example", "Please review and sign the document."],
    [
      "Energia Chiara",
      "clienti@energia.example",
      "Gentile Anna, la bolletta è pronta. Messaggio automatico.",
    ],
    [
      "Mutuelle",
      "contact@mutuelle.example",
      "Bonjour, nous avons versé la somme. Message automatique",
    ],
    [
      "Paketo",
      "service@paketo.example",
      "Guten Tag, Ihre Sendung ist da. Paketo, automatische Nachricht.",
    ],
    ["Cowork", "ola@cowork.example", "Caro cliente, a fatura venceu. Por favor regularize."],
    ["Fietsen", "hoi@fietsen.example", "Beste klant, kun je ons helpen met een vraag?"],
    ["Lampenland", "hallo@lampenland.example", "Can you resist? See https://lampenland.example"],
    [
      "Tracker",
      "issues@tracker.example",
      "You're getting this because you were assigned. Can you look?",
    ],
  ])("gets no suggestion: %s", (from, address, text) => {
    expect(reasonFor(from, address, text)).toBe("bulk");
  });

  it("gets one if a firm answers the user, greeted without a name", () => {
    const mail = mailOf({
      from: "Praxis Amsel",
      address: "reception@praxis-amsel.example",
      subject: "Re: Appointment",
      text: "Dear Ms Berg,\n\nwe can offer Wednesday 9 December, 7:45, or Tuesday 15 December, 8:00. Please let us know which one suits you.\n\nPraxis Amsel",
    });
    const [first] = suggestLocally(understand(mail), { habits: anonymous, context: "" });
    expect(first?.text).toMatch(/^Hello,\n\nWednesday 9 December, 7:45/);
  });
});

describe("a suggestion", () => {
  const firstOf = (from: string, text: string, subject = "Hello", address = "x@example.org") =>
    suggestLocally(understand(mailOf({ from, address, subject, text })), {
      habits: anonymous,
      context: "",
    });

  it.each([
    ["Hi Anna, could you send us your plan by Friday? Maria", "send you my plan by Friday"],
    ["Hi Anna, can you call me tomorrow? Maria", "call you tomorrow"],
    [
      "Hallo Anna, könntest du mir bitte deinen Plan bis Freitag schicken? Maria",
      "dir meinen Plan bis Freitag schicken",
    ],
    [
      "Guten Tag Frau Berg, können Sie uns das Protokoll senden? Maria Holm",
      "Ihnen das Protokoll senden",
    ],
    ["Hallo Anna, bitte ruf mich morgen an. Maria", "dich morgen anrufen"],
  ])("promises what is asked, seen from the other side: %s", (text, promise) => {
    expect(understand(mailOf({ from: "Maria Holm", subject: "Plan", text })).slots.promise).toBe(
      promise,
    );
  });

  it.each([
    "Could you transfer the deposit today?",
    "Please confirm the price by Friday.",
    "Can you send me your password?",
    "Könnten Sie den Betrag bis Freitag überweisen?",
  ])("never agrees to pay, to confirm or to reveal: %s", (text) => {
    const replies = firstOf("Maria Holm", text);
    expect(replies.filter(({ stance }) => stance === "accept")).toEqual([]);
  });

  it("regrets a complaint, and thanks for neither it nor a threat", () => {
    for (const text of [
      "Tomas, this is the third time I write. The lights do not work. Call me tomorrow please.\n\nMarisol",
      "Dear Ms Berg,\n\notherwise we will have to withdraw the permit on Monday.\n\nHarold Finch",
    ]) {
      const replies = firstOf("Marisol Prieto", text);
      expect(replies.length).toBeGreaterThan(0);
      expect(replies.map((each) => each.text).join()).not.toMatch(/thank you for|good to know/i);
    }
  });

  it("has only the casual tone for family, and the name that the sender uses", () => {
    const replies = firstOf(
      "Maria Berg",
      "Hi Anna,\n\ncan you bring the cake on Sunday?\n\nLove, Mum",
    );
    expect(new Set(replies.map(({ tone }) => tone))).toEqual(new Set(["casual"]));
    expect(replies[0]?.text).toMatch(/^Hi Mum,\n\nSure, I'll bring the cake on Sunday!/);
  });

  it("answers all of several questions", () => {
    const [first] = firstOf(
      "Wolfgang Reiter",
      "Sehr geehrte Frau Berg,\n\nbrauchen Sie eine Sperrung? Wer ist vor Ort? Bitte um Antwort bis Montag.\n\nWolfgang Reiter",
    );
    expect(first?.text).toMatch(/^Guten Tag Wolfgang Reiter,\n\n.*beantworte alle bis Montag/);
  });
});
