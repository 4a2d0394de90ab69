import { MessageId } from "@inlet/contract/ids.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("There is no connection.")));
const { draftOf, isBlank, newDraft } = await import("#/features/compose/drafts/draft.ts");
const { draftOfKey, editDraft, forgetWriting, takeUp } =
  await import("#/features/compose/drafts/writing.ts");
beforeEach(forgetWriting);

const answer = { to: "ann@example.org", subject: "Re: Rope", inReplyTo: MessageId.parse("1") };

test("a forwarded message is blank until it has recipients, text or files", () => {
  const forward = newDraft({ subject: "Fwd: Rope", forwardOf: "1", forwardedAttachments: ["2"] });
  expect(isBlank(forward)).toBe(true);
  expect(isBlank({ ...forward, bcc: "ann@example.org" })).toBe(false);
  expect(isBlank({ ...forward, content: "See below." })).toBe(false);
});

test.each([
  ["blank in a window", false, { content: "" }, true],
  ["not blank after the user changed its recipients", false, { cc: "ben@example.org" }, false],
  ["blank after the card changed its recipients", true, { cc: "ben@example.org" }, true],
])("an answer without text is %s", (_, isInReplyDialog, change, expected) => {
  const draft = newDraft({ ...answer, isInReplyDialog });
  takeUp(draft);
  editDraft(draft.key, change);
  expect(isBlank(draftOfKey(draft.key) ?? draft)).toBe(expected);
});

test("an answer that the server has without text is not blank", () => {
  expect(isBlank(draftOf({ ...answer, content: "" }))).toBe(false);
});
