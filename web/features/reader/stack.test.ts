import { expect, test } from "vitest";
import { firstNew, stackOf, unfoldedAtFirst } from "#/features/reader/stack.ts";

const messages = (count: number, unread: readonly number[] = []) =>
  Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    flags: unread.includes(index) ? [] : [String.raw`\Seen`],
  }));

/** Returns the stack in short form: ids, and the size of each gap. */
const shape = (count: number, ...unfolded: string[]) =>
  stackOf(messages(count), new Set(unfolded)).map((item) =>
    item.kind === "mail" ? item.mail.id : item.count,
  );

test("shows a short conversation in full", () => {
  expect(shape(4, "m3")).toEqual(["m0", "m1", "m2", "m3"]);
});

test("folds the middle of a long conversation into a gap with its size", () => {
  expect(shape(9, "m8")).toEqual(["m0", 6, "m7", "m8"]);
});

test("shows the message before an unfolded one, and always the newest", () => {
  expect(shape(12, "m5")).toEqual(["m0", 3, "m4", "m5", 5, "m11"]);
});

test("loses no message between gaps", () => {
  for (let count = 1; count < 15; count += 1) {
    for (let open = 0; open < count; open += 1) {
      const items = stackOf(messages(count), new Set([`m${open}`]));
      const covered = items.reduce((sum, item) => sum + (item.kind === "gap" ? item.count : 1), 0);
      expect(covered).toBe(count);
    }
  }
});

test("unread messages are unfolded, besides the requested one", () => {
  expect([...unfoldedAtFirst(messages(4, [1, 3]), "m2")].toSorted()).toEqual(["m1", "m2", "m3"]);
});

test("unfolds only the newest of very many unread messages", () => {
  const all = Array.from({ length: 30 }, (_, index) => index);
  const unfolded = unfoldedAtFirst(messages(30, all), "m0");
  expect(unfolded.size).toBe(11);
  expect(unfolded.has("m29")).toBe(true);
  expect(unfolded.has("m19")).toBe(false);
});

test("marks the first unfolded unread message, if a read one is above it", () => {
  const markedOf = (unread: readonly number[]) => {
    const all = messages(14, unread);
    return firstNew(all, unfoldedAtFirst(all, "m13"));
  };
  expect(markedOf([2, 3])).toBe("m2");
  expect(markedOf([])).toBeUndefined();
  expect(markedOf([0, 1])).toBeUndefined();
  // The ten newest are unfolded.
  expect(markedOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toBe("m3");
});
