import { ThreadId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { uniqueRows } from "#/features/message-list/use-emails.ts";
import { aRow } from "#/testing/email-row.ts";

function aPage(...ids: string[]) {
  return { emails: ids.map((id) => aRow(id)), hasMore: true, nextCursor: "c" };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(" ");

test("a message on two pages is one row, even if the second page is loaded later", () => {
  const rowsOf = uniqueRows();
  const first = aPage("a", "b");
  const second = aPage("b", "c");
  expect(idsOf(rowsOf([first, second], false))).toBe("a b c");
  expect(idsOf(rowsOf([first, second, aPage("c", "a", "d")], false))).toBe("a b c d");
});

test("the same pages return the same rows", () => {
  const rowsOf = uniqueRows();
  const pages = [aPage("a"), aPage("b")];
  expect(rowsOf([...pages], false)).toBe(rowsOf([...pages], false));
});

test("a page that changed, was removed or was added above leaves no stale rows", () => {
  const rowsOf = uniqueRows();
  const [first, second] = [aPage("a", "b"), aPage("c")];
  rowsOf([first, second], false);
  expect(idsOf(rowsOf([aPage("b"), second], false))).toBe("b c");
  expect(idsOf(rowsOf([second], false))).toBe("c");
  expect(idsOf(rowsOf([first, second], false))).toBe("a b c");
  expect(idsOf(rowsOf([], false))).toBe("");
});

test("messages of one conversation are one row if conversations are listed", () => {
  const rowsOf = uniqueRows();
  const first = aRow("a");
  const ofOther = aRow("c", { threadId: ThreadId.parse(crypto.randomUUID()) });
  const page = { ...aPage(), emails: [first, { ...first, id: aRow("b").id }, ofOther] };
  expect(idsOf(rowsOf([page], true))).toBe("a c");
  expect(idsOf(rowsOf([page], false))).toBe("a b c");
});
