import type { Socket } from "node:net";
import { fakeServer } from "#/testing/fakes/tcp-server.ts";
import type { Attack } from "./modes.ts";

const usual: Readonly<Record<string, string>> = {
  CAPABILITY: "* CAPABILITY IMAP4rev1 IDLE\r\n",
  LIST: '* LIST () "/" INBOX\r\n',
  EXAMINE: "* 5 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 6] x\r\n",
  SELECT: "* 5 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 6] x\r\n",
};

/**
 * Starts a hostile mail server on loopback. It accepts every login, has one folder of five messages whose content it never sends,
 * and attacks in the given mode. `answers` replaces responses to other commands. Returns the port; `stopFakeServers` stops the
 * server.
 */
export async function startHostileImap(
  attack: Attack,
  { onAttack, answers = {} }: { onAttack?: () => void; answers?: Record<string, string> } = {},
): Promise<number> {
  return fakeServer((socket) => {
    socket.write("* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n");
    let rest = "";
    socket.on("data", (chunk: Buffer) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [tag = "", ...words] = line.split(" ");
        const command = words.join(" ");
        if (attack.on.test(command)) {
          onAttack?.();
          reply(socket, attack, tag);
        } else if (words[0] === "IDLE") socket.write("+ idling\r\n");
        else if (line !== "DONE")
          socket.write(
            `${answers[words[0] ?? ""] ?? usual[words[0] ?? ""] ?? ""}${tag} OK done\r\n`,
          );
      }
    });
  });
}

/** Writes the pieces of an attack, and repeats its endless pieces as long as the client is connected. */
export function reply(
  socket: Socket,
  { reply: pieces, endless, everyMs = 0 }: Attack,
  tag = "",
): void {
  for (const piece of pieces) {
    socket.write(
      typeof piece === "string" ? Buffer.from(piece.replaceAll("TAG", tag), "latin1") : piece,
    );
  }
  if (endless === undefined) return;
  const pour = () => {
    if (socket.destroyed) return;
    const next = () => void setTimeout(pour, everyMs);
    if (socket.write(endless)) next();
    else socket.once("drain", next);
  };
  pour();
}
