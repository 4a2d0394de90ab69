import type { Account } from "@inlet/contract/mail/accounts.ts";
import { expect, test } from "vitest";
import { changeOf, fieldsOf } from "#/features/accounts/change-fields.ts";

const account: Account = {
  // Safe: the brand exists only at compile time.
  id: "one" as never,
  account_mail: "mara@example.org",
  name: "",
  color: null,
  provider: null,
  imap_user: "mara@example.org",
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
const fields = fieldsOf(account);

test("unchanged values are not sent", () => {
  expect(changeOf(account, fields)).toEqual({});
  expect(changeOf(account, { ...fields, pass: " p " })).toEqual({ account_pass: " p " });
  expect(changeOf(account, { ...fields, imapPort: "143" })).toEqual({ user_port: 143 });
});

test("sends an outgoing server with its encryption, and removes it when its name is empty", () => {
  expect(changeOf(account, { ...fields, smtpHost: " smtp.example.org ", smtpPort: "587" })).toEqual(
    { smtp_host: "smtp.example.org", smtp_port: 587, smtp_tls: true },
  );
  const outgoing = {
    smtp_host: "smtp.example.org",
    smtp_port: 465,
    smtp_tls: true,
    smtp_user: "mara",
  };
  const sending = { ...account, canSend: true, outgoing };
  expect(changeOf(sending, { ...fieldsOf(sending), smtpHost: "" })).toEqual({ smtp_host: "" });
});
