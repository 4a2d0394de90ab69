import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createEgress, type Egress } from "#/egress/egress.ts";
import { type BreakableSmtp, startBreakableSmtp } from "#/testing/faults/breakable-smtp.ts";
import { fakeServer, stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { startSpokenSmtp } from "#/testing/fakes/smtp-dialog.ts";
import { startTestAuthority, type TestAuthority } from "#/testing/fakes/certificate-authority.ts";
import { sendMail, type SmtpLogin } from "./send.ts";

const host = "mail.test.example";
const password = { host, port: 587, tls: true, user: "ann", pass: "secret" };
const token = { ...password, pass: "", accessToken: "bearer-of-ann" };
const outgoing = {
  envelope: { from: "ann@test.example", to: ["ben@test.example"] },
  raw: Buffer.from("Subject: Hi\r\n\r\nHi\r\n"),
};
let authority: TestAuthority;

beforeAll(async () => {
  authority = await startTestAuthority();
});
afterAll(async () => {
  await authority[Symbol.asyncDispose]();
});
afterEach(stopFakeServers);

/** Directs connections to the public host to this local port. */
function egressTo(port: number): Egress {
  return {
    ...createEgress({ allowedPrivateHosts: [] }),
    resolve: async (name) => ({ host: name, address: "127.0.0.1", port, isAllowedPrivate: false }),
  };
}

const sendTo = (port: number, message = outgoing, login: SmtpLogin = password) =>
  sendMail(egressTo(port), login, message, { timeoutMs: 5000 });
const received = ({ lines }: BreakableSmtp) => lines.map((line) => line.split(" ")[0]);

test("a server with a valid certificate for its name gets login and message", async () => {
  await using smtp = await startBreakableSmtp({ certificate: await authority.issue(host, 1) });
  await sendTo(smtp.port);
  expect(received(smtp)).toContain("AUTH");
  expect(smtp.accepted).toHaveLength(1);
});

test.each([
  ["of its own making", () => undefined],
  ["of another name", () => authority.issue("other.example", 1)],
  ["that has expired", () => authority.issue(host, -1)],
])(
  "a server with a certificate %s gets neither, and the error gives the reason",
  async (_what, issue) => {
    const certificate = await issue();
    await using smtp = await startBreakableSmtp(certificate ? { certificate } : {});
    await expect(sendTo(smtp.port)).rejects.toMatchObject({ kind: "certificate" });
    expect(received(smtp)).toEqual(["EHLO", "STARTTLS"]);
  },
);

test("a connection that hides the offer of encryption gets no login", async () => {
  const smtp = await startSpokenSmtp(["AUTH PLAIN LOGIN"]);
  await expect(sendTo(smtp.port)).rejects.toThrow();
  expect(smtp.lines.some((line) => line.startsWith("AUTH"))).toBe(false);
  expect(smtp.messages).toEqual([]);
});

test("a server that refuses encryption, or continues in clear text, gets no login", async () => {
  const answers = {
    // Encryption is not available now (RFC 3207, 4): the message waits.
    "454 not now\r\n": "temporary",
    "502 not here\r\n": "encryption_required",
    // The connection may also be broken, so it is retried.
    "220 go ahead\r\n250-here\r\n250 AUTH PLAIN\r\n": "unreachable",
  };
  for (const [answer, kind] of Object.entries(answers)) {
    let output = "";
    const port = await fakeServer((socket) => {
      socket.write("220 ready\r\n");
      socket.on("data", (bytes: Buffer) => {
        output += bytes.toString("latin1");
        if (/^EHLO [^\r]*\r\n$/.test(output))
          socket.write("250-here\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n");
        else if (output.endsWith("STARTTLS\r\n")) socket.write(answer);
        else socket.end("250-here\r\n250 AUTH PLAIN\r\n");
      });
    });
    await expect(sendTo(port)).rejects.toMatchObject({ kind });
    expect(output).not.toMatch(/AUTH/);
    expect(output).not.toContain(Buffer.from("\0ann\0secret").toString("base64"));
  }
});

test("text injected in clear after the STARTTLS response is ignored", async () => {
  const injected = "250-here\r\n250-SMTPUTF8\r\n250 AUTH LOGIN\r\n";
  const certificate = await authority.issue(host, 1);
  await using smtp = await startBreakableSmtp({ certificate, injected });
  const beyondAscii = { ...outgoing, envelope: { ...outgoing.envelope, to: ["jörg@x.example"] } };
  await expect(sendTo(smtp.port, beyondAscii)).rejects.toThrow();
  expect(smtp.lines.filter((line) => line.includes("SMTPUTF8"))).toEqual([]);
  expect(smtp.lines.filter((line) => line.startsWith("AUTH LOGIN"))).toEqual([]);
  expect(smtp.accepted).toEqual([]);
});

test("a token is protected like a password: it is never sent without encryption", async () => {
  const certificate = await authority.issue("other.example", 1);
  await using smtp = await startBreakableSmtp({ certificate });
  await expect(sendTo(smtp.port, outgoing, token)).rejects.toMatchObject({ kind: "certificate" });
  expect(received(smtp)).toEqual(["EHLO", "STARTTLS"]);
  const stripped = await startSpokenSmtp(["AUTH XOAUTH2 OAUTHBEARER"]);
  const short = { timeoutMs: 500 };
  await expect(sendMail(egressTo(stripped.port), token, outgoing, short)).rejects.toThrow();
  expect(stripped.lines.filter((line) => line.startsWith("AUTH"))).toEqual([]);
});
