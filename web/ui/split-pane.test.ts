import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";
import { SplitPane } from "#/ui/split-pane.tsx";

test.each([
  ["nothing was chosen", null, 35, "max(35%, 22.5rem)"],
  ["less than a quarter was chosen", "3", 25, "25%"],
  ["more than half was chosen", "99", 50, "50%"],
  ["something else was chosen", "42", 42, "42%"],
])("sets the width of the list when %s", (_what, kept, percent, width) => {
  const storage = memoryStorage();
  vi.stubGlobal("localStorage", storage);
  if (kept !== null) storage.setItem("panes", kept);
  const drawn = renderToString(
    createElement(SplitPane, {
      storageKey: "panes",
      start: "list",
      startRange: { default: 35, min: 25, max: 50 },
      end: "reader",
      separatorLabel: "Resize",
    }),
  );
  expect(drawn).toContain(`width:${width}"`);
  expect(drawn).toContain(`aria-valuenow="${percent}" aria-valuemin="25" aria-valuemax="50"`);
});

test("shows one pane alone without a separator", () => {
  vi.stubGlobal("localStorage", memoryStorage());
  const drawn = renderToString(
    createElement(SplitPane, {
      storageKey: "panes",
      start: null,
      startRange: { default: 35, min: 25, max: 50 },
      end: "reader",
      separatorLabel: "Resize",
    }),
  );
  expect(drawn).toContain("reader");
  expect(drawn).not.toContain("separator");
});
