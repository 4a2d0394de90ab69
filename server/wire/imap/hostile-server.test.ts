import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { limits } from "@inlet/contract/limits.ts";
import { createLog } from "#/base/log.ts";
import { createEgress } from "#/egress/egress.ts";
import { fakeServer, stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { connectImap, type ImapConnection } from "./connection.ts";
import { WireError } from "./wire-error.ts";

const log = createLog("silent");
const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });

afterEach(stopFakeServers);

async function kindOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => "no error",
    (reason: unknown) => reason,
  );
  return error instanceof WireError ? error.kind : `not a WireError: ${String(error)}`;
}

describe("servers that misbehave", () => {
  const clear = { host: "127.0.0.1", tls: false, user: "a", pass: "b" };

  it("are distinguished from IMAP servers", async () => {
    const greetings = [
      "220 smtp.example ESMTP\r\n",
      "HTTP/1.1 400 Bad Request\r\n\r\n",
      "",
      "\0\0\0\r\n",
    ];
    const kinds = greetings.map(async (greeting) => {
      const port = await fakeServer((socket) => socket.write(greeting));
      return kindOf(connectImap(egress, { ...clear, port }, { log, timeoutMs: 3000 }));
    });
    expect(await Promise.all(kinds)).toEqual(greetings.map(() => "not_imap"));
  });

  const scriptedSockets: Socket[] = [];
  afterEach(() => void scriptedSockets.splice(0));

  /**
   * Starts a server that accepts any login and then responds by the table of commands and lines; `undefined` means no response.
   */
  async function scripted(
    answers: Record<string, string | undefined>,
    timeoutMs = 1500,
  ): Promise<ImapConnection> {
    const port = await fakeServer((socket) => {
      scriptedSockets.push(socket);
      socket.write("* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n");
      let rest = "";
      socket.on("data", (chunk) => {
        const lines = (rest + chunk.toString()).split("\r\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const [tag = "", ...words] = line.split(" ");
          const command = words.join(" ");
          const known = Object.keys(answers).find((start) => command.startsWith(start));
          if (known === undefined) socket.write(`${tag} OK done\r\n`);
          else socket.write((answers[known] ?? "").replaceAll("TAG", tag));
        }
      });
    });
    return connectImap(egress, { ...clear, port }, { log, timeoutMs });
  }
  const opened = "* 3 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 9] x\r\nTAG OK done\r\n";

  it("cannot make us wait forever", async () => {
    const connection = await scripted({ SELECT: opened, EXAMINE: opened, "UID FETCH": undefined });
    await connection.select("INBOX", { readOnly: true });
    expect(await kindOf(connection.fetchWhole([1], () => undefined))).toBe("closed");
    expect(await kindOf(connection.allUids())).toBe("closed");
  });

  it("cannot end the process with the data after a rejection", async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on("uncaughtExceptionMonitor", note);
    try {
      const flood = "TAG NO no\r\n* 1 FETCH (UID 1 BODY[] {4294967295}\r\n";
      expect(await kindOf(scripted({ LOGIN: flood }))).toBe("too_large");
      await new Promise(setImmediate);
    } finally {
      process.off("uncaughtExceptionMonitor", note);
    }
    expect(uncaught).toEqual([]);
  });

  it("fail as too large if they send endlessly, and as unreachable if they send nothing", async () => {
    const talk = "* OK still here\r\n".repeat(10_000);
    expect(await kindOf(scripted({ LOGIN: talk }, 500))).toBe("too_large");
    expect(await kindOf(scripted({ LOGIN: undefined }, 500))).toBe("unreachable");
    const connection = await scripted({ EXAMINE: talk }, 500);
    expect(await kindOf(connection.select("INBOX", { readOnly: true }))).toBe("too_large");
  });

  it("cannot make us store an endless literal", async () => {
    const flood = "* 1 FETCH (UID 1 BODY[] {4294967295}\r\nxxxx";
    const connection = await scripted({ EXAMINE: opened, "UID FETCH": flood });
    await connection.select("INBOX", { readOnly: true });
    expect(await kindOf(connection.fetchWhole([1], () => undefined))).toBe("too_large");
  });

  it("cannot make us store endless folders", async () => {
    const connection = await scripted({ 'LIST "" "*"': undefined }, 60_000);
    const flood = '* LIST () "/" "one of many"\r\n'.repeat(200_000);
    const before = process.memoryUsage().rss;
    const listing = kindOf(connection.listFolders());
    for (const socket of scriptedSockets) socket.write(flood);
    expect(await listing).toBe("too_many_folders");
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(300);
  });

  it("may list as many folders as an account may have", async () => {
    const lines = Array.from({ length: limits.folders }, (_, n) => `* LIST () "/" "F${n}"\r\n`);
    const listing = `${lines.join("")}TAG OK done\r\n`;
    const connection = await scripted({ 'LIST "" "*"': listing }, 30_000);
    expect(await connection.listFolders()).toHaveLength(limits.folders);
  });

  it("cannot make us store more messages than a folder may have", async () => {
    const boast = opened.replace("* 3 EXISTS", "* 4000000000 EXISTS");
    const all = '* ESEARCH (TAG "TAG") UID ALL 1:4294967295\r\nTAG OK done\r\n';
    const connection = await scripted({ EXAMINE: boast, "UID SEARCH": all });
    await connection.select("INBOX", { readOnly: true });
    expect(await kindOf(connection.allUids())).toBe("too_large");
    expect(await kindOf(connection.scan({ lastMessages: 10 }))).toBe("too_large");
  });

  it("cannot inject more UIDs than there are messages", async () => {
    const lies = "* ESEARCH UID ALL 1:4294967295\r\n* SEARCH 1e400 -3 0 2\r\nTAG OK done\r\n";
    const connection = await scripted({ EXAMINE: opened, "UID SEARCH": lies });
    await connection.select("INBOX", { readOnly: true });
    expect((await connection.allUids()).length).toBeLessThanOrEqual(4);
  });

  it("may refuse one message of many: the rest arrive", async () => {
    const one = (uid: number) =>
      `* ${uid} FETCH (UID ${uid} FLAGS () RFC822.SIZE 5 BODY[] {5}\r\nBody${uid})\r\nTAG OK done\r\n`;
    const connection = await scripted({
      EXAMINE: opened,
      "UID FETCH 1:3": "TAG NO [UNAVAILABLE] UID FETCH Server error\r\n",
      "UID FETCH 1 ": one(1),
      "UID FETCH 2 ": "TAG NO [UNAVAILABLE] UID FETCH Server error\r\n",
      "UID FETCH 3 ": one(3),
    });
    await connection.select("INBOX", { readOnly: true });
    const got: string[] = [];
    await connection.fetchWhole([1, 2, 3], ({ source }) => void got.push(source.toString()));
    expect(got).toEqual(["Body1", "Body3"]);
  });

  it("cause an error if they close the connection during IDLE", async () => {
    const connection = await scripted({ EXAMINE: opened, IDLE: "* BYE timeout\r\n" });
    await connection.select("INBOX", { readOnly: true });
    const idle = connection.idle(() => undefined, new AbortController().signal);
    stopFakeServers();
    expect(await kindOf(idle)).toBe("closed");
  });

  it("lead to a request for an app password if the provider has them", async () => {
    const refusals = [
      ["NO [ALERT] Application-specific password required\r\n", "app_password"],
      ["NO [AUTHENTICATIONFAILED] Invalid credentials\r\n", "bad_login"],
      ["NO [UNAVAILABLE] Temporary authentication failure\r\n", "throttled"],
      ["NO Too many simultaneous connections. (Failure)\r\n", "throttled"],
    ];
    for (const [answer = "", kind] of refusals) {
      expect(await kindOf(scripted({ LOGIN: `TAG ${answer}` })), answer).toBe(kind);
    }
  });
});
