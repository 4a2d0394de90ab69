import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createEgress } from "#/egress/egress.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { sendMail } from "#/wire/smtp/send.ts";
import { SmtpError } from "#/wire/smtp/smtp-error.ts";
import { lookAtCertificate } from "#/wire/tls/inspect-server.ts";
import type { Random } from "../tracking/random.ts";
import { fuzzInput } from "./fuzz-input.ts";

const timeoutMs = 250;
const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
const outgoing = {
  envelope: { from: "ann@test.example", to: ["ben@test.example", "cem@test.example"] },
  raw: Buffer.from("Subject: Hi\r\n\r\nHi\r\n"),
};
const words = [
  ..."220 |250-|250 |334 |354 |421 |454 |535 5.7.8 |550 5.1.1 |\r\n|\n|\0|\xff| |-|999999".split(
    "|",
  ),
  ..."AUTH PLAIN LOGIN XOAUTH2|STARTTLS|SMTPUTF8|SIZE 1e400|DSN|* OK |a OK |a NO |\x16\x03\x01\x00\x05".split(
    "|",
  ),
];
const answers: Readonly<Record<string, string>> = {
  EHLO: "250-here\r\n250-STARTTLS\r\n250-AUTH PLAIN\r\n250 SMTPUTF8\r\n",
  STARTTLS: "220 go ahead\r\n",
  AUTH: "235 welcome\r\n",
  DATA: "354 go on\r\n",
  "a STARTTLS": "a OK begin\r\n",
};

/**
 * Sends a message to a server with partly broken responses, and reads its certificate. Returns the number of broken responses.
 */
export async function runBrokenSmtp(random: Random): Promise<number> {
  let broken = 0;
  const share = random.pick([0.05, 0.3, 0.7]) ?? 0.3;
  const reply = (socket: Socket, text: string) => {
    const isBroken = random.chance(share);
    if (isBroken) broken++;
    const samples = [Buffer.from(text)];
    if (socket.writable) socket.write(isBroken ? fuzzInput(random, { samples, words }) : text);
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Broken connections are expected here.
    socket.on("error", () => undefined);
    reply(socket, "220 ready\r\n");
    socket.on("data", (bytes: Buffer) => {
      const line = bytes.toString("latin1");
      const known = Object.keys(answers).find((start) => line.startsWith(start));
      reply(socket, answers[known ?? ""] ?? "250 ok\r\n");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const login = { host: "127.0.0.1", port: address.port, user: "ann", pass: "secret" };
    const pinned = { host: "127.0.0.1", address: "127.0.0.1", port: address.port };
    for (const tls of [false, true]) {
      await orReported(() => sendMail(egress, { ...login, tls }, outgoing, { timeoutMs }));
    }
    for (const protocol of ["imap", "smtp"] as const) {
      const options = { protocol, timeoutMs };
      await orReported(() =>
        lookAtCertificate(egress, { ...pinned, isAllowedPrivate: true }, options),
      );
    }
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
  return broken;
}

async function orReported(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SmtpError || error instanceof WireError)) throw error;
  }
}
