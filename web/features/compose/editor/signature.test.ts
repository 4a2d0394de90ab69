import { expect, test } from "vitest";
import {
  withHtmlSignature,
  withoutSignature,
  withSignature,
} from "#/features/compose/editor/signature.ts";

test("puts the signature below, changes it with the sender, and never adds it twice", () => {
  const first = withSignature("Hello", "", "Anna\nHarbour Office");
  expect(first).toBe("Hello\n\n-- \nAnna\nHarbour Office");
  expect(withSignature(first, "", "Anna\nHarbour Office")).toBe(first);
  expect(withSignature(first, "Anna\nHarbour Office", "A.")).toBe("Hello\n\n-- \nA.");
  expect(withSignature(first, "Anna\nHarbour Office", "")).toBe("Hello");
});

test("keeps an edited signature", () => {
  const edited = "Hello\n\n-- \nAnna (on holiday)";
  expect(withSignature(edited, "Anna", "A.")).toBe(edited);
  expect(withSignature("Hello", "Anna", "A.")).toBe("Hello");
});

test("keeps the text below it", () => {
  const quoted = "Hello\n\n-- \nAnna\n\nOn Monday, Owen wrote:\n> Hi";
  expect(withSignature(quoted, "Anna", "A.")).toBe(
    "Hello\n\n-- \nA.\n\nOn Monday, Owen wrote:\n> Hi",
  );
});

test("does the same in rich text, where markup in a signature is shown as text", () => {
  const rich = withHtmlSignature("<p>Hello</p>", "", "Anna <b>");
  expect(rich).toBe("<p>Hello</p><p>-- <br>Anna &lt;b&gt;</p>");
  expect(withHtmlSignature(rich, "Anna <b>", "A.")).toBe("<p>Hello</p><p>-- <br>A.</p>");
});

test("separates the user's text from the signature", () => {
  expect(withoutSignature("\n\n-- \nAnna", "Anna").trim()).toBe("");
  expect(withoutSignature("Hi\n\n-- \nAnna", "Anna")).toBe("Hi");
});
