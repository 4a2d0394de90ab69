import { afterEach, expect, test } from "vitest";
import { createEgress } from "#/egress/egress.ts";
import { stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { startSpokenSmtp } from "#/testing/fakes/smtp-dialog.ts";
import { BadDraft, composeMessage, type Draft } from "../mime/compose.ts";
import { sendMail } from "./send.ts";
import { SmtpError } from "./smtp-error.ts";

afterEach(stopFakeServers);

const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
const ends = ["\r\n", "\n", "\r", "\r\n.\r\n", "\n.\n", "\r.\r", "\r\n\r\n", "\0"];
const commands = [
  "RSET",
  "MAIL FROM:<evil@x.org>",
  "RCPT TO:<evil@x.org>",
  "DATA",
  "QUIT\r\nEHLO x",
];
/** Forty ways to end a line and continue with a command. */
const payloads = ends.flatMap((end) => commands.map((command) => `a${end}${command}${end}`));

const draft: Draft = {
  from: { name: "Ann", address: "ann@test.example" },
  to: [{ name: "Ben", address: "ben@test.example" }],
  cc: [{ name: "Cem", address: "cem@test.example" }],
  bcc: [{ name: "Dora", address: "dora@test.example" }],
  subject: "Lunch",
  text: "Hello",
  html: "<p>Hello</p>",
  messageId: "m@test.example",
  inReplyTo: "q@test.example",
  references: ["q@test.example"],
  date: 0,
  attachments: [{ filename: "a.txt", type: "text/plain", content: Buffer.from("a") }],
};

const person = { name: "P", address: "p@test.example" };
const file = { filename: "f", type: "text/plain", content: Buffer.from("f") };
/** Fields whose text comes from a user or a message. */
const fields: Record<string, (text: string) => Partial<Draft>> = {
  "from name": (name) => ({ from: { ...person, name } }),
  "from address": (text) => ({ from: { ...person, address: `p${text}@test.example` } }),
  "to name": (name) => ({ to: [{ ...person, name }] }),
  "to address": (text) => ({ to: [{ ...person, address: `p@test.example${text}` }] }),
  "cc name": (name) => ({ cc: [{ ...person, name }] }),
  "cc address": (text) => ({ cc: [{ ...person, address: `p@test.example>${text}` }] }),
  "bcc name": (name) => ({ bcc: [{ ...person, name }] }),
  "bcc address": (text) => ({ bcc: [{ ...person, address: `"p${text}"@test.example` }] }),
  subject: (subject) => ({ subject }),
  text: (text) => ({ text }),
  html: (html) => ({ html }),
  "in reply to": (inReplyTo) => ({ inReplyTo }),
  references: (text) => ({ references: [text] }),
  "message id": (messageId) => ({ messageId }),
  "file name": (filename) => ({ attachments: [{ ...file, filename }] }),
  "file type": (type) => ({ attachments: [{ ...file, type }] }),
  "file content": (text) => ({ attachments: [{ ...file, content: Buffer.from(text) }] }),
};

test.each(Object.entries(fields))(
  "with any text in %s, a server receives one MAIL, a RCPT per recipient and one DATA, or nothing",
  async (_name, withText) => {
    const server = await startSpokenSmtp(["SMTPUTF8", "8BITMIME"]);
    const login = { host: "127.0.0.1", port: server.port, tls: false, user: "", pass: "" };
    let sent = 0;
    for (const payload of payloads) {
      server.lines.length = 0;
      try {
        const outgoing = await composeMessage({ ...draft, ...withText(payload) });
        await sendMail(egress, login, outgoing);
      } catch (error) {
        expect(error instanceof BadDraft || error instanceof SmtpError, String(error)).toBe(true);
        expect(server.lines.filter((line) => !/^(?:EHLO|QUIT)/.test(line))).toEqual([]);
        continue;
      }
      sent++;
      const verbs = server.lines.map((line) => line.split(/[ :]/)[0]);
      expect(verbs.filter((verb) => verb !== "QUIT")).toEqual([
        "EHLO",
        "MAIL",
        "RCPT",
        "RCPT",
        "RCPT",
        "DATA",
      ]);
      expect(server.lines.join("\n")).not.toContain("evil@x.org");
      expect(server.messages).toHaveLength(sent);
    }
  },
);

test("an address beyond ASCII is sent only to a server that supports it", async () => {
  const outgoing = await composeMessage({
    ...draft,
    to: [{ name: "", address: "jörg@müller.example" }],
  });
  const login = { host: "127.0.0.1", tls: false, user: "", pass: "" };
  const modern = await startSpokenSmtp(["SMTPUTF8"]);
  await sendMail(egress, { ...login, port: modern.port }, outgoing);
  expect(modern.lines).toContain("MAIL FROM:<ann@test.example> SMTPUTF8");
  expect(modern.lines).toContain("RCPT TO:<jörg@xn--mller-kva.example>");
  const old = await startSpokenSmtp([]);
  await expect(sendMail(egress, { ...login, port: old.port }, outgoing)).rejects.toMatchObject({
    kind: "address_not_ascii",
  });
  expect(old.lines.map((line) => line.split(" ")[0])).toEqual(["EHLO"]);
});

test("an address with only its domain beyond ASCII is sent to every server, in ASCII", async () => {
  const server = await startSpokenSmtp([]);
  const login = { host: "127.0.0.1", port: server.port, tls: false, user: "", pass: "" };
  const to = [{ name: "", address: "ben@müller.example" }];
  await sendMail(egress, login, await composeMessage({ ...draft, to }));
  expect(server.lines).toContain("RCPT TO:<ben@xn--mller-kva.example>");
});

test("a server with RFC 3461 receives the message's envelope id", async () => {
  const server = await startSpokenSmtp(["DSN"]);
  const login = { host: "127.0.0.1", port: server.port, tls: false, user: "", pass: "" };
  await sendMail(egress, login, { ...(await composeMessage(draft)), envelopeId: "01-ab" });
  expect(server.lines).toContain("MAIL FROM:<ann@test.example> RET=HDRS ENVID=01-ab");
  expect(server.lines).toContain("RCPT TO:<ben@test.example> NOTIFY=FAILURE");
});
