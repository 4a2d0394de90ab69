import type { UserId } from "@inlet/contract/ids.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { createEgress } from "#/egress/egress.ts";
import { startBreakableSmtp } from "#/testing/faults/breakable-smtp.ts";
import { selfSigned } from "#/testing/factories/certificate.ts";
import { fakeServer, stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { startStarttlsImap } from "#/testing/fakes/starttls-imap.ts";
import { startTestAuthority, type TestAuthority } from "#/testing/fakes/certificate-authority.ts";
import type { MailContext } from "#/mail/context.ts";
import { examine } from "./doctor.ts";

const host = "mail.test.example";
let authority: TestAuthority;

beforeAll(async () => {
  authority = await startTestAuthority();
});
afterAll(async () => {
  await authority[Symbol.asyncDispose]();
});
afterEach(stopFakeServers);

/** Examines a mailbox as if the public host had these servers. Returns the failed step and its sentence. */
async function examined(ports: { imap: number; smtp: number }) {
  const egress = {
    ...createEgress({ allowedPrivateHosts: [] }),
    resolve: async (name: string, port: number) => ({
      host: name,
      address: "127.0.0.1",
      port: port === 143 ? ports.imap : ports.smtp,
      isAllowedPrivate: false,
    }),
  };
  // A mailbox that is not connected yet: nothing stored is read, and tries are not counted.
  const mail = { egress, log: createLog("silent"), execute: async () => null };
  const request = {
    account_mail: "ann@test.example",
    account_pass: "secret",
    imap_host: host,
    user_port: 143,
    tls: true,
    smtp_host: host,
    smtp_port: 587,
    smtp_tls: true,
  };
  const failed: [step: string, code: string | null][] = [];
  let sentence = "";
  const anonymous = "u1" as UserId;
  for await (const event of await examine(
    mail as unknown as MailContext,
    anonymous,
    request,
    new AbortController().signal,
  )) {
    if (event.kind === "step" && event.state === "failed") failed.push([event.step, event.code]);
    if (event.kind === "verdict") ({ sentence } = event);
  }
  return { failed, sentence };
}

const secrets = /LOGIN |AUTH|secret/;

test.each([
  ["of its own making", () => selfSigned()],
  ["of another name", () => authority.issue("other.example", 1)],
  ["that has expired", () => authority.issue(host, -1)],
])(
  "the doctor sends no password to a server with a certificate %s, and names the problem",
  async (_what, issue) => {
    const certificate = await issue();
    const imap = await startStarttlsImap(certificate);
    await using smtp = await startBreakableSmtp({ certificate });
    const { failed, sentence } = await examined({ imap: imap.port, smtp: smtp.port });
    expect(failed).toEqual([
      ["tls", "account.certificate"],
      ["smtp", "account.smtp_failed"],
    ]);
    expect(sentence).toMatch(/certificate of mail\.test\.example/);
    expect([...imap.clear, ...imap.secured, ...smtp.lines].join("\n")).not.toMatch(secrets);
  },
);

test("the doctor sends no password over a connection without STARTTLS, and names the problem", async () => {
  let output = "";
  const imap = await fakeServer((socket) => {
    socket.write("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n");
    socket.on("data", (bytes: Buffer) => {
      const line = bytes.toString("latin1");
      output += line;
      socket.write(`${line.split(" ")[0]} BAD unknown\r\n`);
    });
  });
  const smtp = await fakeServer((socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", (bytes: Buffer) => {
      const line = bytes.toString("latin1");
      output += line;
      socket.write(line.startsWith("EHLO") ? "250-here\r\n250 AUTH PLAIN\r\n" : "502 unknown\r\n");
    });
  });
  const { failed, sentence } = await examined({ imap, smtp });
  expect(failed).toEqual([
    ["tls", "account.encryption_required"],
    ["smtp", "account.smtp_failed"],
  ]);
  expect(sentence).toMatch(/no encrypted connection/);
  expect(output).not.toMatch(secrets);
});
