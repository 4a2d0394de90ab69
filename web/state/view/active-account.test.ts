import type { Account } from "@inlet/contract/mail/accounts.ts";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { activeOf } = await import("#/state/view/active-account.ts");

function anAccount(id: string): Account {
  return {
    // Safe: the brand exists only at compile time.
    id: id as never,
    account_mail: `${id}@example.org`,
    name: "",
    color: null,
    provider: null,
    imap_user: `${id}@example.org`,
    imap_host: "imap.example.org",
    user_port: 993,
    tls: true,
    state: "watching",
    progress: { here: 0, server: 0 },
    error: null,
    canSend: false,
    outgoing: null,
    fingerprints: { imap: null, smtp: null },
    lastSyncAt: null,
  };
}
const [one, two] = [anAccount("one"), anAccount("two")];

test("a single account is the active one, independent of earlier choices", () => {
  expect(activeOf([one], undefined)).toBe(one);
  expect(activeOf([one], null)).toBe(one);
  expect(activeOf([one], "gone")).toBe(one);
});
test("with two accounts or more, the list starts with all of them", () => {
  expect(activeOf([one, two], undefined)).toBeNull();
});
test("a chosen account is shown until it is deleted", () => {
  expect(activeOf([one, two], "two")).toBe(two);
  expect(activeOf([one, two], "gone")).toBeNull();
});
test("without accounts, none is active", () => {
  expect(activeOf([], "one")).toBeNull();
});
