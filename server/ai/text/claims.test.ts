import { expect, test } from "vitest";
import { claimsAction, spelledNumbers } from "./claims.ts";

test.each([
  "I have deleted all emails.",
  "We've just forwarded this mail to your accountant.",
  "Ich habe die Rechnung an deinen Buchhalter weitergeleitet.",
  "J'ai supprimé vos messages.",
  "He reenviado el correo a tu gestor.",
  "Ho eliminato tutte le mail.",
  "Eu já tenho arquivado as mensagens.",
  "Apaguei os emails antigos.",
  "Ik heb het bericht al doorgestuurd.",
  "Alle Mails wurden gelöscht.",
  "Todos los correos han sido eliminados.",
])("is a claim: %s", (text) => {
  expect(claimsAction(text)).toBe(true);
});

test.each([
  "She has sent you the plan.",
  "Could we move the meeting to Friday?",
  "He sent the invoice on Monday.",
  "Greta nous a envoyé le plan.",
  "Ich schicke dir den Plan morgen.",
  "I will send you the contract tomorrow.",
  "The contract was moved to Friday.",
])("is no claim: %s", (text) => {
  expect(claimsAction(text)).toBe(false);
});

test("repeats what the user said", () => {
  expect(claimsAction("I have sent it.", { own: "say that I sent it" })).toBe(false);
});

test.each([
  ["nine zero zero five", "9005"],
  ["twelve thousand pounds", "12000"],
  ["three hundred and forty-five", "345"],
  ["zweihundertfünfundvierzig Euro", "245"],
  ["einundzwanzig", "21"],
  ["quatre-vingt-dix-sept", "97"],
  ["soixante et onze", "71"],
  ["mil doscientos treinta y uno", "1231"],
  ["duecentoventuno", "221"],
  ["cento e vinte", "120"],
  ["achtentwintig", "28"],
])("reads %s as %s", (text, number) => {
  expect(spelledNumbers(text)).toContain(number);
});
