import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { UserMailbox } from "./product.ts";

/** Another mail client of the same mailbox: sends IMAP commands and reads the responses. */
export class ImapClient implements AsyncDisposable {
  readonly #socket: Socket;
  #received = "";
  #count = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      this.#received += chunk;
    });
  }

  static async open(mailbox: UserMailbox): Promise<ImapClient> {
    const { host, imapPort } = mailbox.servers.imap;
    const socket = connect(imapPort, host);
    await once(socket, "connect");
    const client = new ImapClient(socket);
    await client.sendCommand(`LOGIN "${mailbox.address}" "${mailbox.password}"`);
    return client;
  }

  /** Sends one command; returns all lines up to the server's tagged response, and throws if that is not OK. */
  async sendCommand(command: string): Promise<string> {
    const tag = `t${++this.#count}`;
    this.#received = "";
    this.#socket.write(`${tag} ${command}\r\n`, "latin1");
    const end = new RegExp(`(^|\\n)${tag} (OK|NO|BAD)[^\\n]*\\r\\n`);
    while (!end.test(this.#received)) await once(this.#socket, "data");
    if (end.exec(this.#received)?.[2] !== "OK") throw new Error(`${command}: ${this.#received}`);
    return this.#received;
  }

  /** Appends a message to a folder with this date, as a mail client does with sent messages. */
  async append(folder: string, raw: Buffer, date: Date): Promise<void> {
    const [, weekdayless = ""] = /, (.*)$/.exec(date.toUTCString()) ?? [];
    const [day = "", month = "", year = "", time = ""] = weekdayless.split(" ");
    const at = `${day}-${month}-${year} ${time} +0000`;
    // A non-synchronizing literal needs no continuation request (RFC 7888).
    const literal = `{${raw.length}+}\r\n${raw.toString("latin1")}`;
    await this.sendCommand(`APPEND "${folder}" (\\Seen) "${at}" ${literal}`);
  }

  /** Returns the source of every message in a folder. */
  async sources(folder: string): Promise<string[]> {
    await this.sendCommand(`SELECT "${folder}"`);
    const found = await this.sendCommand("UID SEARCH ALL");
    const uids = /\* SEARCH([ \d]*)/.exec(found)?.[1]?.trim().split(" ").filter(Boolean) ?? [];
    const sources: string[] = [];
    for (const uid of uids) {
      const answer = await this.sendCommand(`UID FETCH ${uid} BODY.PEEK[]`);
      const size = Number(/\{(\d+)\}\r\n/.exec(answer)?.[1] ?? 0);
      const start = answer.indexOf("}\r\n") + 3;
      sources.push(answer.slice(start, start + size));
    }
    return sources;
  }

  /** Returns the subjects in a folder, sorted; an empty list if the folder does not exist. */
  async subjects(folder: string): Promise<string[]> {
    const sources = await this.sources(folder).catch(() => []);
    return sources.map((source) => /^Subject: (.*)\r$/m.exec(source)?.[1] ?? "").toSorted();
  }

  /** Returns the flags of the message with this subject, in the inbox. */
  async flagsOf(subject: string): Promise<string> {
    await this.sendCommand('SELECT "INBOX"');
    const found = await this.sendCommand(`UID SEARCH SUBJECT "${subject}"`);
    const uid = /\* SEARCH (\d+)/.exec(found)?.[1];
    if (!uid) return "";
    return /FLAGS \(([^)]*)\)/.exec(await this.sendCommand(`UID FETCH ${uid} FLAGS`))?.[1] ?? "";
  }

  /** Changes the flags of the message with this subject, in the inbox. */
  async store(subject: string, change: string): Promise<void> {
    await this.sendCommand('SELECT "INBOX"');
    const uid = /\* SEARCH (\d+)/.exec(
      await this.sendCommand(`UID SEARCH SUBJECT "${subject}"`),
    )?.[1];
    if (!uid) throw new Error(`No message "${subject}".`);
    await this.sendCommand(`UID STORE ${uid} ${change}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
  }
}
