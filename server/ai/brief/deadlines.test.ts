import { expect, test } from "vitest";
import { isDue } from "./deadlines.ts";
import { shownLine } from "./shown-line.ts";

const isDated = (sentence: string, day: string) => isDue(sentence, sentence.indexOf(day), day);

test.each([
  ["Could you please send it to me by Friday at 3pm?", "Friday at 3pm"],
  ["Please sign the form until 25 November.", "25 November"],
  ["The invoice over 120 EUR is due on November 25, 2026.", "November 25, 2026"],
  ["The deadline is Wednesday.", "Wednesday"],
  ["Friday is the deadline for abstracts.", "Friday"],
  ["Bitte schicken Sie uns die Unterlagen bis spätestens Freitag.", "Freitag"],
  ["Merci de répondre avant le 25 novembre.", "25 novembre"],
  ["We need it no later than Monday.", "Monday"],
  ["Bitte schick mir bis Freitag, was du hast.", "Freitag"],
  ["Please send by Friday what was agreed.", "Friday"],
  ["Le 25 novembre est l'échéance du contrat.", "25 novembre"],
  ["Échéance : le 25 novembre.", "25 novembre"],
])("a date by which something is due: %s", (sentence, day) => {
  expect(isDated(sentence, day)).toBe(true);
});

test.each([
  ["Are you free for lunch on Friday?", "Friday"],
  ["We met on Monday.", "Monday"],
  ["The concert is on 25 November.", "25 November"],
  ["The report was due on Monday.", "Monday"],
  ["The papers were already due by Monday.", "Monday"],
  ["Die Rechnung war fällig bis Montag.", "Montag"],
  ["We stand by our offer, and see you on Friday.", "Friday"],
  ["As I wrote before, the ship leaves the harbour on Tuesday.", "Tuesday"],
])("not a deadline: %s", (sentence, day) => {
  expect(isDated(sentence, day)).toBe(false);
});

test("a day that is not at the given position does not count as a deadline", () => {
  expect(isDue("Send it by Friday.", 0, "Friday")).toBe(false);
  expect(isDue("Send it by Friday.", -1, "Friday")).toBe(false);
});

test("a line contains only visible characters, and is cut at a word", () => {
  expect(shownLine("Harbour\u202E\u200B of\r\nfice", 80)).toBe("Harbour of fice");
  expect(shownLine("The board approved the budget", 20)).toBe("The board approved…");
  expect(shownLine("𝕴".repeat(100), 30)).toHaveLength(30);
});
