import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { Command } from "./command-reader.ts";
import { folderCommands } from "./folder-commands.ts";
import type { FakeMessage } from "./folder.ts";
import { loginCommands } from "./login-commands.ts";
import { FakeMailbox } from "./mailbox.ts";
import { messageCommands } from "./message-commands.ts";
import type { Profile } from "./profile.ts";
import { searchCommands } from "./search-commands.ts";
import { type Handler, Session } from "./session.ts";

const handlers: Record<string, Handler> = {
  ...loginCommands,
  ...folderCommands,
  ...messageCommands,
  ...searchCommands,
};

/** The text sent instead of the usual response. `TAG` is replaced by the command's tag; "" means silence. */
export type Reply = string | ((command: Command, session: Session) => string | undefined);

/** An IMAP server on loopback with one mailbox per user; tests can script its responses. */
export class FakeImap implements AsyncDisposable {
  readonly profile: Profile;
  port = 0;
  /** Messages whose text the server refuses temporarily. */
  readonly unavailable = new Set<FakeMessage>();
  /** All bytes that clients sent, in order, as latin1. */
  received = "";
  /** All commands with their arguments, without tags. */
  readonly commands: string[] = [];
  readonly sockets = new Set<Socket>();
  opened = 0;
  greeting: string;
  onClosed: (session: Session) => void = () => {};
  /** False to save memory when clients send much data. */
  recordsAll = true;
  /** Rewrites every line before it is sent. */
  rewrite: (text: string) => string = (text) => text;
  readonly #mailboxes = new Map<string, { pass: string; mailbox: FakeMailbox }>();
  #scripts: { pattern: RegExp; reply: Reply }[] = [];
  readonly #server = createServer((socket) => this.#accept(socket));

  constructor(profile: Profile) {
    this.profile = profile;
    this.greeting = `* OK [CAPABILITY ${profile.capabilities.join(" ")}] ready\r\n`;
  }

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    this.port = address.port;
  }

  addMailbox(user: string, pass = "secret"): FakeMailbox {
    const mailbox = new FakeMailbox(this.profile);
    this.#mailboxes.set(user, { pass, mailbox });
    return mailbox;
  }

  /** Sets the response to commands that match a pattern such as /^UID FETCH 3 /. Later patterns come first. */
  answer(pattern: RegExp, reply: Reply): void {
    this.#scripts.unshift({ pattern, reply });
  }

  /** Restores the profile's responses. */
  forgetAnswers(): void {
    this.#scripts = [];
  }

  enter(user: string, pass: string): FakeMailbox | undefined {
    const known = this.#mailboxes.get(user);
    return known?.pass === pass ? known.mailbox : undefined;
  }

  record({ name, rest }: Command): void {
    if (this.recordsAll) this.commands.push(rest === "" ? name : `${name} ${rest}`);
  }

  scripted(command: Command, session: Session): string | undefined {
    const text = `${command.name} ${command.rest}`.trim();
    for (const { pattern, reply } of this.#scripts) {
      if (!pattern.test(text)) continue;
      const answer = typeof reply === "string" ? reply : reply(command, session);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  /** Breaks every connection, like a crash. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.hangUp();
    this.#server.close();
    await once(this.#server, "close");
  }

  #accept(socket: Socket): void {
    socket.setNoDelay(true);
    this.opened++;
    this.sockets.add(socket);
    socket.on("data", (chunk) => {
      if (this.recordsAll) this.received += chunk.toString("latin1");
    });
    // Broken connections are expected in these tests.
    socket.on("error", () => undefined);
    const session = new Session(this, socket, handlers);
    socket.on("close", () => {
      session.deselect();
      this.sockets.delete(socket);
      this.onClosed(session);
    });
  }
}

export async function startFakeImap(profile: Profile): Promise<FakeImap> {
  const server = new FakeImap(profile);
  await server.listen();
  return server;
}
