import type { Account } from "@inlet/contract/mail/accounts.ts";
import { expect, test } from "vitest";
import { dateTexts } from "#/lib/date-texts.ts";
import { locale } from "#/lib/locale.ts";
import { healthOf } from "./account-health.ts";
import { requiredFixOf } from "./fix-account.ts";

test("shows the progress of fetching older messages without an error", () => {
  const account = {
    state: "watching",
    progress: { here: 5000, server: 5000 },
    error: null,
    olderMail: { read: 1200, all: 5000 },
  } as Account;
  expect(healthOf(account)).toEqual({
    tone: "calm",
    text: "Indexing attachments of older emails: 1,200 of 5,000",
    progress: 0.24,
  });
  const error = { code: "account.full", message: "The mailbox is full.", since: null };
  expect(healthOf({ ...account, error }).text).toBe(error.message);
});

test("shows an outage with the time of its start, and offers no change of the settings", () => {
  const account = {
    state: "waiting",
    imap_host: "imap.example.org",
    provider: null,
    progress: { here: 5, server: 5 },
    error: { code: "account.no_answer", message: "", since: "2026-11-26T14:05:00.000Z" },
  } as Account;
  const at = new Date("2026-11-26T14:05:00.000Z");
  const clock = at.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
  expect(healthOf(account, at).text).toBe(
    `imap.example.org has not responded since ${clock}. Your changes are waiting.`,
  );
  const twoDaysLater = new Date(at.getTime() + 2 * 86_400_000);
  expect(healthOf(account, twoDaysLater).text).toContain(dateTexts.dayAt("Nov 26", clock));
  expect(requiredFixOf(account)).toBeNull();
});
