/** Compares the published texts of the pages for missing and failed content, line by line, with those in the code. */
import { expect, test } from "vitest";
import { pageTexts } from "#/texts/shared/page-texts.ts";

const table: [line: string, spelled: unknown, expected: unknown][] = [
  ["404: title", pageTexts.notFound.title, "404 - Page Not Found"],
  ["404: generic", pageTexts.notFound.short, "Not Found"],
  ["404: text", pageTexts.notFound.text, "Sorry, the page you are looking for does not exist."],
  ["404: link", pageTexts.notFound.home, "Home"],
  ["error: heading", pageTexts.failed.title, "Something went wrong!"],
  ["error: toggle", [pageTexts.failed.show, pageTexts.failed.hide], ["Show Error", "Hide Error"]],
];

test("keeps the product's published texts", () => {
  const spelled = table.map(([line, text]) => [line, text]);
  expect(spelled).toEqual(table.map(([line, _text, expected]) => [line, expected]));
});
