import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flow, unflow } from "./flowed.ts";

/** A hard line end never follows a space (RFC 3676, 4.2). */
const trimmed = (text: string) =>
  text
    .split("\n")
    .map((line) => (line === "-- " ? line : line.replace(/ +$/, "")))
    .join("\n");

const line = fc.oneof(
  fc.constantFrom(
    "",
    "-- ",
    "From me",
    "> quoted",
    ">> twice",
    ">no quote",
    "> > spaced",
    " x",
    ">",
  ),
  fc
    .array(fc.oneof(fc.stringMatching(/^[a-z>-]{1,12}$/), fc.constantFrom("", "--", "你好", ">")), {
      maxLength: 60,
    })
    .map((words) => words.join(" ")),
  fc.stringMatching(/^(?:> ?){1,3}[a-z ]{0,200}$/),
);

describe("flowed text", () => {
  it("yields the same text when joined again", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = trimmed(lines.join("\n"));
        expect(unflow(flow(text), false)).toBe(text);
      }),
      { seed: 11, numRuns: 2000 },
    );
  });

  it("has lines of at most 76 characters where there are spaces", () => {
    const text = `${"word ".repeat(100)}\n> ${"quoted ".repeat(50)}`;
    const lines = flow(text).split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(76);
    expect(lines.filter((each) => each.startsWith("> "))).toHaveLength(5);
  });

  it("does not split text without spaces", () => {
    const address = `https://example.org/${"x".repeat(200)}`;
    expect(flow(address)).toBe(address);
  });

  it("neither creates a signature separator nor hides one", () => {
    expect(flow(`-- ${"x".repeat(90)}`)).toBe(`-- ${"x".repeat(90)}`);
    expect(flow("Bye\n-- \nAnn")).toBe("Bye\n-- \nAnn");
  });

  it("quotes text that begins as a quote, and nothing else", () => {
    expect(flow("> a\n>b\n>> c")).toBe("> a\n >b\n>> c");
  });
});

it("scans a text of spaces once", () => {
  expect(flow(`${" ".repeat(1_000_000)}x`).endsWith("x")).toBe(true);
});
