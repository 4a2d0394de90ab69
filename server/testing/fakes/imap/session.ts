import type { Socket } from "node:net";
import { type Command, CommandReader, readCommand } from "./command-reader.ts";
import type { FakeMessage } from "./folder.ts";
import type { FakeMailbox } from "./mailbox.ts";
import type { Profile } from "./profile.ts";
import { FolderView } from "./view.ts";
import { readWords, type Word } from "./atoms.ts";

/** Runs a command. Returns the tagged line without its tag, or undefined if the response comes later. */
export type Handler = (session: Session, words: Word[], command: Command) => string | undefined;

/** The part of the fake server that sessions and their commands use. */
interface SessionServer {
  readonly profile: Profile;
  readonly unavailable: ReadonlySet<FakeMessage>;
  readonly greeting: string;
  /** Returns the mailbox for a user name and password. */
  enter: (user: string, pass: string) => FakeMailbox | undefined;
  rewrite: (text: string) => string;
  record: (command: Command) => void;
  /** Returns the response that a test set in place of the usual one. */
  scripted: (command: Command, session: Session) => string | undefined;
}

/** Commands whose responses contain sequence numbers. */
const numbering = new Set(["FETCH", "STORE", "SEARCH"]);

/** A connection to the fake server. */
export class Session {
  readonly server: SessionServer;
  mailbox: FakeMailbox | undefined;
  view: FolderView | undefined;
  hasIntroduced = false;
  readonly enabled = new Set<string>();
  /** Handles the next line instead of the commands: the end of IDLE, or a password. */
  nextLine: ((line: string) => void) | undefined;
  isIdle = false;
  readonly #socket: Socket;
  #isEnded = false;
  readonly #handlers: Readonly<Record<string, Handler>>;

  constructor(server: SessionServer, socket: Socket, handlers: Readonly<Record<string, Handler>>) {
    this.server = server;
    this.#socket = socket;
    this.#handlers = handlers;
    const reader = new CommandReader({
      line: (line) => this.#take(line),
      literal: () => this.write("+ go on\r\n"),
    });
    socket.on("data", (chunk) => reader.push(chunk));
    this.write(server.greeting);
  }

  /** The client's port of the connection. */
  get remotePort(): number {
    return this.#socket.remotePort ?? 0;
  }

  get quirks() {
    return this.server.profile.quirks;
  }

  write(text: string): void {
    if (this.#socket.writable) this.#socket.write(Buffer.from(this.server.rewrite(text), "latin1"));
  }

  /** Returns true if the client reads the output. */
  hasCapacity(): boolean {
    return this.#socket.writable && this.#socket.writableLength < 1 << 20;
  }

  line(text: string): void {
    this.write(`${text}\r\n`);
  }

  /** Breaks the connection, like a crash. */
  hangUp(): void {
    this.#socket.destroy();
  }

  end(): void {
    this.#isEnded = true;
    this.#socket.end();
  }

  select(name: string, { isReadOnly }: { isReadOnly: boolean }): FolderView | undefined {
    this.deselect();
    const folder = this.mailbox?.find(name);
    if (!this.mailbox || !folder || folder.isNoselect) return undefined;
    this.view = new FolderView(this.mailbox, folder, {
      isReadOnly,
      onEvent: ({ kind }) => {
        if (kind === "gone") {
          this.line("* BYE the folder is gone");
          this.end();
        } else if (this.isIdle) this.report({ mayExpunge: true });
      },
    });
    return this.view;
  }

  deselect(): void {
    this.view?.[Symbol.dispose]();
    this.view = undefined;
  }

  /** Sends the changes by other connections in the open folder. */
  report({ mayExpunge }: { mayExpunge: boolean }): void {
    const reporting = {
      mayExpunge,
      hasModseq: this.enabled.has("CONDSTORE"),
      isQresync: this.enabled.has("QRESYNC"),
    };
    for (const line of this.view?.news(reporting) ?? []) this.line(line);
  }

  #take(line: string): void {
    // A server executes nothing after its BYE.
    if (this.#isEnded) return;
    const { nextLine } = this;
    if (nextLine) return nextLine(line);
    const command = readCommand(line);
    this.server.record(command);
    const scripted = this.server.scripted(command, this);
    if (scripted !== undefined) return this.write(scripted.replaceAll("TAG", command.tag));
    const { tag, name } = command;
    const handler = this.#handlers[name];
    const answer = handler
      ? handler(this, readWords(command.rest), command)
      : `BAD ${name} is unknown`;
    if (answer === undefined) return;
    this.report({ mayExpunge: !numbering.has(name) });
    this.line(`${tag} ${answer}`);
    if (name === "LOGOUT") this.end();
  }
}
