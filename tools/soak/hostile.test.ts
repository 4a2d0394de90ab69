import { expect, test } from "vitest";
import { tryHostile } from "./hostile.ts";

test("hostile mail servers exceed no memory limits and do not delay the mail of other users", async () => {
  const modes = [
    "8 million flags",
    "8 million permanent flags",
    "8 million flags of a message",
    "a literal of 60 MB that stops before its end",
    "messages without end",
  ];
  const { attacks } = await tryHostile({ modes, users: 2, healthy: 1, maxDelayMs: Infinity });
  expect(attacks).toBe(modes.length);
}, 60_000);
