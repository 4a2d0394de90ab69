import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ResultText } from "#/features/search/results/result-text.tsx";
import { aRow } from "#/testing/email-row.ts";

/** Returns the texts of a result, part by part. */
function wordsOf(more: Partial<EmailRow>): string[] {
  const drawn = renderToStaticMarkup(
    createElement(ResultText, { email: aRow("m", more), searched: [], place: "" }),
  );
  return drawn.split(/<[^<>]+>/).filter((text) => text !== "");
}

test("a result shows the sender's initial and name, the date, the subject and a preview", () => {
  const mail = {
    fromName: ["Åsa Berg", "Ole"],
    fromAddress: ["asa@example.org"],
    subject: "Ropes",
    bodyPlain: "Twelve metres",
    emailDate: "2020-02-03T12:00:00.000Z",
  };
  const words = wordsOf(mail);
  expect(words).toEqual([
    words[0],
    "Åsa Berg",
    expect.stringContaining("2020"),
    "Ropes",
    " · ",
    "Twelve metres",
  ]);
  expect(words[0]).toMatch(/^Å/);
});

test("a result without a name shows the address, and a placeholder for each missing part", () => {
  expect(wordsOf({ fromAddress: ["asa@example.org"] })).toContain("asa@example.org");
  expect(wordsOf({ subject: " ", bodyPlain: " " })).toEqual(
    expect.arrayContaining(["Unknown", "(No Subject)", "No preview available"]),
  );
});

test("a result whose text only repeats the subject shows it once", () => {
  const words = wordsOf({ subject: "Ropes, please", bodyPlain: "ropes please.\n" });
  expect(words).toContain("Ropes, please");
  expect(words.join(" ")).not.toContain("ropes please");
  expect(words).not.toContain("No preview available");
});

test("a result does not repeat the beginning of its subject", () => {
  const shown = (subject: string, bodyPlain: string) => wordsOf({ subject, bodyPlain }).at(-1);
  expect(shown("Invitation: Choir @ Fri", "Invitation: Choir When: Friday")).toBe("When: Friday");
  expect(shown("Re: The kite", "The kite, as promised")).toBe("as promised");
  expect(shown("The kite", "The boat")).toBe("The boat");
});

test("a result keeps its text if neither it nor the subject has letters", () => {
  expect(wordsOf({ subject: "👍", bodyPlain: "🎉" })).toContain("🎉");
});
