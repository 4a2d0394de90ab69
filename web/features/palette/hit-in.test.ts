import { expect, test } from "vitest";
import { hitIn } from "#/features/palette/hit-in.ts";

/** Returns the text of a hit with its marked letters in brackets. */
function marked(subject: string, bodyPlain: string, words: string): string {
  const { text, at } = hitIn({ subject, bodyPlain }, words);
  const letters = Array.from(text, (letter, index) =>
    at.includes(index) ? `[${letter}]` : letter,
  );
  return letters.join("").replaceAll("][", "");
}

test("a message shows where the words are: in its subject, or in its text", () => {
  expect(marked("Archive of plans", "", "arch")).toBe("[Arch]ive of plans");
  expect(marked("Tool", "See the archive.", "arch")).toBe("Tool · …[arch]ive.");
  expect(marked("Tool", "Archive it", "arch")).toBe("Tool · [Arch]ive it");
  expect(marked("Tool", "Found by its sender", "arch")).toBe("Tool");
});
