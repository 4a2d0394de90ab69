import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { selfSigned } from "#/testing/factories/certificate.ts";
import { fakeServer } from "#/testing/fakes/tcp-server.ts";
import { reply } from "../hostile-imap/hostile-imap.ts";
import type { SmtpAttack } from "./modes.ts";

export interface HostileSmtp {
  port: number;
  /** Number of messages received up to their final dot. */
  messages: number;
}

/**
 * Starts a hostile SMTP server on loopback. It accepts every login and every message, and attacks in the given mode. Returns its
 * port; `stopFakeServers` stops it.
 */
export async function startHostileSmtp(
  attack: SmtpAttack,
  onAttack = () => {},
): Promise<HostileSmtp> {
  const certificate = attack.tls ? await selfSigned() : undefined;
  const server: HostileSmtp = { port: 0, messages: 0 };

  function converse(socket: Socket): void {
    const isSecured = socket instanceof TLSSocket;
    let rest = "";
    let isContent = false;
    /** Attacks if the mode matches this moment, and returns whether it did. */
    const isAttacked = (moment: string) => {
      if (!attack.on.test(isSecured ? `TLS ${moment}` : moment)) return false;
      onAttack();
      if (attack.afterMs === undefined) reply(socket, attack);
      else setTimeout(() => reply(socket, attack), attack.afterMs);
      if (attack.drops) socket.end();
      return true;
    };
    const read = (chunk: Buffer) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (isContent && line !== ".") continue;
        if (isContent) server.messages++;
        isContent = false;
        if (line === "STARTTLS" && !attack.on.test(line)) {
          socket.off("data", read);
          socket.write("220 go ahead\r\n");
          const secure = new TLSSocket(socket, { isServer: true, ...certificate });
          // Broken connections are expected.
          secure.on("error", () => undefined);
          return converse(secure);
        }
        if (line === "DATA") isContent = true;
        if (!isAttacked(line)) socket.write(usual(attack, line, isSecured));
        if (line === "DATA") isAttacked("content");
      }
    };
    socket.on("data", read);
    if (!isSecured && !isAttacked("connect")) socket.write("220 ready\r\n");
  }

  server.port = await fakeServer(converse);
  return server;
}

function usual({ tls, knows = [] }: SmtpAttack, line: string, isSecured: boolean): string {
  const verb = line.split(" ")[0];
  if (verb === "DATA") return "354 go on\r\n";
  // An empty line is the client's reply to a challenge.
  if (verb === "") return "";
  if (verb === "AUTH") return "235 welcome\r\n";
  if (verb !== "EHLO") return "250 ok\r\n";
  const offers = ["AUTH PLAIN", ...knows, ...(tls && !isSecured ? ["STARTTLS"] : [])];
  return `${offers.map((offer) => `250-${offer}\r\n`).join("")}250 HELP\r\n`;
}
