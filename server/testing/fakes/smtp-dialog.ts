import type { Socket } from "node:net";
import { fakeServer } from "./tcp-server.ts";

/** Starts an SMTP server without encryption that advertises these extensions, accepts everything, and records each line. */
export async function startSpokenSmtp(
  extensions: readonly string[],
): Promise<{ port: number; lines: string[]; messages: string[] }> {
  const lines: string[] = [];
  const messages: string[] = [];
  const port = await fakeServer((socket) => converse(socket, extensions, { lines, messages }));
  return { port, lines, messages };
}

function converse(
  socket: Socket,
  extensions: readonly string[],
  { lines, messages }: { lines: string[]; messages: string[] },
): void {
  let text = "";
  let message: string[] | undefined;
  const answer = (line: string) => {
    if (message !== undefined) {
      if (line !== ".") return void message.push(line);
      messages.push(message.join("\r\n"));
      message = undefined;
      return void socket.write("250 taken\r\n");
    }
    lines.push(line);
    const verb = line.split(" ")[0]?.toUpperCase();
    if (verb === "EHLO") {
      const all = ["here", ...extensions];
      const ehloLines = all.map(
        (word, index) => `250${index === all.length - 1 ? " " : "-"}${word}`,
      );
      socket.write(`${ehloLines.join("\r\n")}\r\n`);
    } else if (verb === "DATA") {
      message = [];
      socket.write("354 go on\r\n");
    } else socket.write(verb === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
  };
  socket.write("220 ready\r\n");
  socket.on("data", (bytes: Buffer) => {
    text += bytes.toString("utf8");
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      answer(line);
    }
  });
}
