import { expect, test } from "vitest";
import { verdictOn } from "./doctor-verdict.ts";

function examined(host: string) {
  const imap = { host, port: 993, tls: true, user: "mara@own.example", pass: "secret" };
  return { address: "mara@own.example", settings: null, imap, smtp: null, hasSecret: true };
}

test("names a provider that refuses the usual password, and links its page about app passwords", () => {
  const failure = { failed: "login", code: "account.app_password" } as const;
  expect(verdictOn(examined("imap.gmail.com"), failure)).toMatchObject({
    isHealthy: false,
    sentence: expect.stringMatching(/^Gmail does not accept your usual password/),
    helpUrl: "https://support.google.com/accounts/answer/185833",
  });
});

test("attributes a bare IP address to no provider", () => {
  const failure = { failed: "login", code: "account.bad_login" } as const;
  expect(verdictOn(examined("127.0.0.1"), failure).helpUrl).toBeNull();
});

test("a missing server and a forbidden address read the same", () => {
  const code = "account.unreachable" as const;
  const sentences = (["dns", "tcp"] as const).map(
    (failed) => verdictOn(examined("imap.own.example"), { failed, code }).sentence,
  );
  expect(new Set(sentences).size).toBe(1);
});

test("an account that only receives is healthy", () => {
  expect(verdictOn(examined("imap.own.example"), undefined)).toMatchObject({
    isHealthy: true,
    sentence: expect.stringContaining("Sending is not set up"),
  });
});
