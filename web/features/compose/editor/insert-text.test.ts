import { expect, test } from "vitest";
import { newDraft } from "#/features/compose/drafts/draft.ts";
import {
  firstPlaceholder,
  insertText,
  replaceText,
} from "#/features/compose/editor/insert-text.ts";

const template = { body: "Hi {first name}", subject: "Yard" };

test("a template is inserted at the caret, in place of the selection", () => {
  const draft = newDraft({ content: "before xx after" });
  expect(insertText(draft, template, { start: 7, end: 9 })).toEqual({
    subject: "Yard",
    content: "before Hi {first name} after",
  });
});

test("keeps an existing subject", () => {
  const draft = newDraft({ subject: "Mine" });
  expect(insertText(draft, template, { start: 0, end: 0 })).toEqual({ content: "Hi {first name}" });
});

test("rewritten text keeps the signature", () => {
  const draft = newDraft({ content: "old words\n\n-- \nAnna", signature: "Anna" });
  expect(replaceText(draft, "new words")).toEqual({ content: "new words\n\n-- \nAnna" });
});

test("finds the first placeholder, and does not take text in many braces for one", () => {
  expect(firstPlaceholder("Hi {first name}, at {date}")).toEqual({ start: 3, end: 15 });
  expect(firstPlaceholder("{}{\n}")).toBeNull();
});
