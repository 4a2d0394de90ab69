import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { fakeServer } from "./tcp-server.ts";

interface Certificate {
  key: string;
  cert: string;
}

/** An IMAP server that requires STARTTLS, with the lines received before and after the encryption. */
export interface StarttlsImap {
  port: number;
  clear: string[];
  secured: string[];
}

/** Starts the server. `greeting` replaces its greeting; `injected` is added by an attacker to the response to STARTTLS. */
export async function startStarttlsImap(
  certificate: Certificate,
  { greeting = "* OK ready\r\n", injected = "" } = {},
): Promise<StarttlsImap> {
  const received: StarttlsImap = { port: 0, clear: [], secured: [] };
  received.port = await fakeServer((plain) => {
    plain.write(greeting);
    const stop = converse(plain, received.clear, (line) => {
      const [tag = "", verb = ""] = line.split(" ");
      if (verb !== "STARTTLS") return answerTo(tag, verb, "STARTTLS LOGINDISABLED");
      stop();
      plain.write(`${tag} OK begin\r\n${injected}`);
      const secured = new TLSSocket(plain, { isServer: true, ...certificate });
      // A client that distrusts the certificate aborts.
      secured.on("error", () => undefined);
      converse(secured, received.secured, (next) => {
        const [nextTag = "", nextVerb = ""] = next.split(" ");
        return answerTo(nextTag, nextVerb, "SASL-IR AUTH=PLAIN AUTH=XOAUTH2");
      });
      return "";
    });
  });
  return received;
}

function converse(
  socket: Socket,
  received: string[],
  answer: (line: string) => string,
): () => void {
  let text = "";
  const take = (bytes: Buffer) => {
    text += bytes.toString("latin1");
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      received.push(line);
      const response = answer(line);
      if (response !== "") socket.write(response);
    }
  };
  socket.on("data", take);
  return () => socket.off("data", take);
}

function answerTo(tag: string, verb: string, extensions: string): string {
  const reply = verb === "CAPABILITY" ? `* CAPABILITY IMAP4rev1 ${extensions}\r\n` : "";
  return `${reply}${tag} OK done\r\n`;
}
