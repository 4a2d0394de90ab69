import { describe, expect, test } from "vitest";
import {
  isAddress,
  isComplete,
  isMailAddress,
  noFields,
  requestOf,
  withFound,
  withoutFound,
} from "#/features/accounts/account-fields.ts";

const found = {
  imap_host: "imap.example.org",
  user_port: 143,
  tls: true,
  smtp_host: "smtp.example.org",
  smtp_port: 465,
  smtp_tls: true,
  appPasswordUrl: null,
  providerName: null,
  provider: null,
};

test("found settings fill the fields that the user has not touched", () => {
  const typed = { ...noFields, imapHost: "mail.own.example" };
  expect(withFound(typed, found, new Set(["imapHost"]))).toMatchObject({
    imapHost: "mail.own.example",
    imapPort: "143",
  });
  expect(withFound(noFields, found, new Set())).toMatchObject({ imapHost: "imap.example.org" });
});

test("found settings leave with their address, typed ones stay", () => {
  const filled = withFound(noFields, found, new Set());
  expect(withoutFound(filled, new Set())).toEqual(noFields);
  expect(withoutFound(filled, new Set(["imapHost"]))).toEqual({
    ...noFields,
    imapHost: "imap.example.org",
  });
});

describe("the request", () => {
  const filled = { ...noFields, mail: " a@b.org ", pass: " p ", imapHost: " imap.b.org " };
  test("trims the input, but never the password", () => {
    expect(requestOf(filled)).toEqual({
      account_mail: "a@b.org",
      account_pass: " p ",
      imap_host: "imap.b.org",
      user_port: 993,
      tls: true,
    });
  });
  test("sends the outgoing server only if it is given", () => {
    expect(requestOf({ ...filled, smtpHost: "smtp.b.org", smtpPort: "587" })).toMatchObject({
      smtp_host: "smtp.b.org",
      smtp_port: 587,
      smtp_tls: true,
    });
  });
});

test("requires address, password, host and port", () => {
  const filled = { ...noFields, mail: "a@b.org", pass: "p", imapHost: "imap.b.org" };
  expect(isComplete(filled)).toBe(true);
  for (const key of ["mail", "pass", "imapHost", "imapPort"]) {
    expect(isComplete({ ...filled, [key]: "" })).toBe(false);
  }
});

test("looks up servers once the address is complete", () => {
  expect(["", "mara", "mara@", "mara@host", "mara@host."].some(isAddress)).toBe(false);
  expect(["mara@host.org", " m.l+x@mail.host.org "].every(isAddress)).toBe(true);
});

test("accepts a mailbox with a host as an address", () => {
  for (const good of ["a@b.org", " a.b+c@localhost "]) expect(isMailAddress(good), good).toBe(true);
  for (const bad of ["notanaddress", "a@", "@b.org", "a b@c.org", "A <a@b.org>"])
    expect(isMailAddress(bad), bad).toBe(false);
});
