import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
// Without locks every draft counts as free.
vi.stubGlobal("navigator", { onLine: true });
const { resizeWindow, windowsIn } = await import("#/features/compose/dock/windows.ts");
const { compose, fitToPage, minimize, restoreWriting, startMessage } =
  await import("#/features/compose/drafts/composer.ts");
const { newDraft } = await import("#/features/compose/drafts/draft.ts");
const { draftOfKey, editDraft, forgetWriting, saveAllDrafts, useWriting } =
  await import("#/features/compose/drafts/writing.ts");
const { showAssistant } = await import("#/state/view/assistant-panel.ts");

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("There is no connection.")));
  vi.stubGlobal("innerWidth", 3000);
  showAssistant("closed");
  forgetWriting();
  localStorage.clear();
});

/** Opens a window in which something was written. */
function write(subject: string): string {
  const draft = newDraft({ accountId: "a", subject });
  compose(draft, { isUnsaved: true });
  return draft.key;
}

/** Returns the subjects of the windows, minimized ones in brackets. */
const shown = () =>
  useWriting.getState().windows.map(({ key, isMinimized }) => {
    const subject = useWriting.getState().drafts[key]?.subject ?? "";
    return isMinimized ? `[${subject}]` : subject;
  });

test.each([
  [768, 1],
  [1280, 1],
  [1600, 2],
  [2560, 3],
  [5120, 3],
])("a page of %d px shows %d windows side by side", (widthPx, count) => {
  expect(windowsIn(widthPx)).toBe(count);
});

test("the open assistant takes the place of a window", () => {
  vi.stubGlobal("innerWidth", 1600);
  for (const subject of ["One", "Two"]) write(subject);
  expect(shown()).toEqual(["One", "Two"]);
  showAssistant("open");
  fitToPage();
  expect(shown()).toEqual(["[One]", "Two"]);
});

test("a window that no longer fits is minimized, and the fourth closes the oldest minimized one", () => {
  vi.stubGlobal("innerWidth", 1280);
  for (const subject of ["One", "Two", "Three"]) write(subject);
  expect(shown()).toEqual(["[One]", "[Two]", "Three"]);
  write("Four");
  expect(shown()).toEqual(["[Two]", "[Three]", "Four"]);
});

test("a new message in which nothing was written gives way, and is used again", () => {
  write("One");
  startMessage();
  startMessage();
  expect(shown()).toEqual(["One", ""]);
  write("Two");
  expect(shown()).toEqual(["One", "Two"]);
});

test("each window is restored in its place, minimized ones as tabs", async () => {
  write("One");
  minimize(write("Two"));
  write("Three");
  saveAllDrafts();
  const kept = Object.fromEntries(
    Array.from({ length: localStorage.length }, (_, at) => {
      const key = localStorage.key(at) ?? "";
      return [key, localStorage.getItem(key) ?? ""] as const;
    }),
  );
  forgetWriting();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  await restoreWriting();
  expect(shown()).toEqual(["One", "[Two]", "Three"]);
});

test("a window that expands is the newest, until another one opens", () => {
  const large = () => useWriting.getState().windows.map(({ isLarge }) => isLarge);
  const first = write("One");
  write("Two");
  resizeWindow(first, true);
  expect(shown()).toEqual(["Two", "One"]);
  expect(large()).toEqual([false, true]);
  write("Three");
  expect(large()).toEqual([false, false, false]);
});

test("a forward without own text stays when it is minimized, and is saved once it has recipients", () => {
  const draft = newDraft({ accountId: "a", subject: "Fwd: One", forwardOf: "1" });
  compose(draft);
  minimize(draft.key);
  expect(shown()).toEqual(["[Fwd: One]"]);
  expect(localStorage.length).toBe(0);
  compose(draft);
  editDraft(draft.key, { to: "ann@example.org" });
  minimize(draft.key);
  expect(shown()).toEqual(["[Fwd: One]"]);
  expect(localStorage.length).toBe(1);
});

test("minimized windows close on a page that became as narrow as a phone, and their drafts stay", () => {
  const key = write("One");
  minimize(key);
  write("Two");
  vi.stubGlobal("innerWidth", 390);
  fitToPage();
  expect(shown()).toEqual(["Two"]);
  expect(draftOfKey(key)?.subject).toBe("One");
  expect(localStorage.length).toBe(2);
});
