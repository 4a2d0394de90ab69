import { expect, it } from "vitest";
import { languageOf } from "#/frame/language.ts";

it.each([
  ["en", "Thank you for the plan, the figures are right and I have sent them to you."],
  ["de", "Danke für den Plan, die Zahlen sind richtig und ich schicke sie dir mit der Post."],
  ["fr", "Merci pour le plan, les chiffres sont bons et nous avons une question pour vous."],
  ["es", "Gracias por el plan, los números están bien y para la reunión está todo listo."],
  ["ru", "Спасибо за план, цифры верны, встречаемся завтра."],
  ["uk", "Дякую за план, усі цифри вірні, зустрінемося завтра ввечері."],
  ["ja", "計画をありがとうございます。数字は正しいです。"],
  ["zh", "感谢您的计划,数字是正确的,明天见面再谈。"],
  ["ar", "شكرا على الخطة، الأرقام صحيحة وسنلتقي غدا."],
  ["he", "תודה על התוכנית, המספרים נכונים ונפגש מחר."],
])("recognizes %s by its script or its common words", (language, text) => {
  expect(languageOf(text)).toBe(language);
});

it("returns nothing if the language of the text is unclear", () => {
  expect(languageOf("")).toBe("");
  expect(languageOf("OK")).toBe("");
  expect(languageOf("INV-2291 4,210.00 EUR ACME GmbH Rotterdam Shanghai Lisboa")).toBe("");
});
