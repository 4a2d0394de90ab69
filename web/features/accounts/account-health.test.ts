import type { Account } from "@inlet/contract/accounts.ts";
import { expect, test } from "vitest";
import { healthOf } from "./account-health.ts";

test("shows how far the reading of older mail is, where nothing is wrong", () => {
  const account = {
    state: "watching",
    progress: { here: 5000, server: 5000 },
    error: null,
    olderMail: { read: 1200, all: 5000 },
  } as Account;
  expect(healthOf(account)).toEqual({
    tone: "calm",
    text: "Reading files of older mail: 1,200 of 5,000",
    progress: 0.24,
  });
  const error = { code: "account.full", message: "The mailbox is full." };
  expect(healthOf({ ...account, error }).text).toBe(error.message);
});
