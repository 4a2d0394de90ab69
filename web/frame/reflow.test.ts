import { describe, expect, it } from "vitest";
import { reflow } from "#/frame/reflow.ts";

const wrapped = [
  "I spoke to Marta at Stellan Marine: they can start in October, not",
  "earlier. The recommendation is with the board; they decide on Tuesday.",
];

describe("wrapped text", () => {
  it("becomes one line for each paragraph, and keeps the short lines around it", () => {
    const text = ["Nora,", "", ...wrapped, "", "Consider it done.", "", "Best,", "Ishani"];
    expect(reflow(text.join("\n"))).toBe(
      ["Nora,", "", wrapped.join(" "), "", "Consider it done.", "", "Best,", "Ishani"].join("\n"),
    );
  });

  it("is joined at a space that the line end already has", () => {
    expect(reflow(wrapped.join(" \n"))).toBe(wrapped.join(" "));
  });

  it("may have a shorter line before a long word, in any language with spaces", () => {
    const lines = [
      "Der Prüfbericht liegt seit gestern vor, und die Sanierung der alten",
      "Kaimauer beginnt, sobald die Genehmigung der",
      "Wasserstraßenverwaltung da ist, also wohl im nächsten Frühjahr, und",
      "nicht früher.",
    ];
    expect(reflow(lines.join("\n"))).toBe(lines.join("\n"));
    const [first = "", , third = "", last = ""] = lines;
    const fitting = [
      first,
      "Kaimauer beginnt, sobald die Genehmigung der zuständigen",
      third,
      last,
    ];
    expect(reflow(fitting.join("\n"))).toBe(fitting.join(" "));
  });
});

describe("text that stays as it is", () => {
  const [long = "", next = ""] = wrapped;
  it.each([
    ["a list", [`- ${long}`, `- ${next}`]],
    ["a numbered list", [`1. ${long}`, `2. ${next}`]],
    ["an indented list item", [`* ${long}`, `  ${next}`]],
    ["a list without marks", [`${long.replace("not", "now.")}`, next, next]],
    ["a quote", [`> ${long}`, `> ${next}`]],
    ["a postal address", ["Nora Lindqvist", "Harbour Works, Quay 7", "24103 Kiel"]],
    ["a web address of its own", [long, "https://stellan-marine.example/offers/2026/october"]],
    ["a mail address of its own", [long, "marta.van.der.berg@stellan-marine.example"]],
    ["a table", ["Stellan Marine, start in October     315,500 EUR     12 crew members", next]],
    [
      "a table with tabs",
      ["Stellan Marine, start in the month of October\t315,500 EUR, 12 crew", next],
    ],
    ["code", ["const offers = await readOffers(new Date(2026, 10, 17), { limit: 20 });", next]],
    ["fields", [`From: ${long}`, `Subject: ${next}`]],
    ["log lines", [`2026-11-17 ${long}`, `2026-11-18 ${next}`]],
    ["a rule below a heading", [long, "=".repeat(70)]],
    ["lines that could have been longer", [long, "a tide table", next]],
    ["verse", ["The tide went out, the boats lay down", "And nobody was there to see"]],
    ["a word broken at its hyphen", [`${long.slice(0, -3)}well-`, `known ${next}`]],
    ["text without spaces", ["計".repeat(70), "画".repeat(70)]],
    ["a paragraph in one line", [`${long} ${next}`, next]],
  ])("%s", (_, lines) => {
    const text = ["Before.", "", ...lines, "", ...lines, "After."].join("\n");
    expect(reflow(text)).toBe(text);
  });

  it("stays as it is next to a wrapped paragraph", () => {
    const list = `* ${long}\n* ${next}`;
    expect(reflow(`${wrapped.join("\n")}\n \n\n${list}`)).toBe(
      `${wrapped.join(" ")}\n \n\n${list}`,
    );
  });
});
