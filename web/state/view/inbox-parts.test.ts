import { turns } from "@inlet/contract/mail/kinds.ts";
import { expect, it } from "vitest";
import { inboxParts } from "#/state/view/inbox-parts.ts";

it("gives a split by reply status the conversations of the default tabs", () => {
  const own = turns.map(
    (value) => ({ id: `${value}Own`, name: value, kind: "turn", value }) as const,
  );
  const parts = new Map(inboxParts(own).map(({ id, narrowing }) => [id, narrowing]));
  expect(parts.get("replyOwn")).toEqual(parts.get("reply"));
  expect(parts.get("waitingOwn")).toEqual(parts.get("waiting"));
  expect(parts.get("fyiOwn")).toEqual({ turn: "fyi" });
});
