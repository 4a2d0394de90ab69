import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { newDraft } = await import("#/features/compose/drafts/draft.ts");
const { DraftRows } = await import("#/features/compose/replies/draft-rows.tsx");

test("the buttons of a draft are described by its text", () => {
  const drafts = ["One", "Two"].map((words) => ({ id: words, words, draft: newDraft() }));
  const ignore = () => undefined;
  const drawn = renderToStaticMarkup(
    createElement(DraftRows, { drafts, onContinue: ignore, onDiscard: ignore }),
  );
  const texts = Array.from(drawn.matchAll(/<p id="([^"]+)"/g), ([, id]) => id);
  expect(new Set(texts).size).toBe(2);
  const described = Array.from(drawn.matchAll(/aria-describedby="([^"]+)"/g), ([, id]) => id);
  expect(described).toEqual(texts.flatMap((id) => [id, id]));
});
