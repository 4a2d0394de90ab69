import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type PostOffice, startPostOffice } from "#/testing/mailboxes/post-office.ts";
import { providerHosts, startProviderLab } from "#/testing/apps/provider-trial.ts";
import { anAccount } from "#/testing/mailboxes/mailbox.ts";
import { UserId } from "@inlet/contract/ids.ts";
import { storesSent } from "./sent-copy.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

let office: PostOffice;
beforeAll(async () => {
  office = await startPostOffice(10);
});
afterAll(() => office[Symbol.asyncDispose]());

test.each(providerHosts)("one copy of each message is in Sent when %s sends it", async (host) => {
  await using lab = await startProviderLab(office, host);
  for (let sent = 0; sent < 3; sent++) expect(await lab.sendOne()).toBe(1);
});

test("the sending host, under each of its names, decides whether a copy is owed", () => {
  const isStored = (smtp_host: string) =>
    storesSent({ ...anAccount(UserId.parse("u"), "w"), smtp_host, smtp_port: 587 });
  for (const host of [
    "smtp.gmail.com",
    "SMTP.Gmail.com.",
    "smtp.googlemail.com",
    "smtp-mail.outlook.com",
    "smtp.office365.com",
    "smtp.mail.me.com",
  ]) {
    expect(isStored(host), host).toBe(true);
  }
  for (const host of ["smtp.fastmail.com", "smtp.gmail.com.evil.example", "127.0.0.1"]) {
    expect(isStored(host), host).toBe(false);
  }
});
