/** A message as delivered to the server; with labels it is in several folders. */
export interface Content {
  raw: Buffer;
  /** Internal date, in milliseconds since 1970. */
  internalDate: number;
  /** Value of X-GM-MSGID and X-GM-THRID. */
  gmailId: string;
  gmailThread: string;
}

export interface FakeMessage {
  uid: number;
  flags: Set<string>;
  modseq: number;
  content: Content;
}

export type FolderEvent =
  | { kind: "exists"; message: FakeMessage }
  | { kind: "expunge"; message: FakeMessage; modseq: number }
  | { kind: "flags"; message: FakeMessage }
  /** Deleted or renumbered: no connection can continue in it. */
  | { kind: "gone" };

/** A folder of the fake server. */
export class FakeFolder {
  /** The name in LIST, bytes as latin1. */
  name: string;
  readonly use: string;
  readonly isNoselect: boolean;
  uidValidity: number;
  uidNext = 1;
  /** Messages in ascending order of UID. */
  messages: FakeMessage[] = [];
  expunged: { uid: number; modseq: number }[] = [];
  highestModseq = 1;
  readonly watchers = new Set<(event: FolderEvent) => void>();

  constructor(name: string, options: { use: string; isNoselect: boolean; uidValidity: number }) {
    this.name = name;
    this.use = options.use;
    this.isNoselect = options.isNoselect;
    this.uidValidity = options.uidValidity;
  }

  report(event: FolderEvent): void {
    for (const watcher of this.watchers) watcher(event);
  }

  add(content: Content, flags: Set<string>, modseq: number): FakeMessage {
    const message = { uid: this.uidNext++, flags, modseq, content };
    this.messages.push(message);
    this.highestModseq = modseq;
    this.report({ kind: "exists", message });
    return message;
  }

  touch(message: FakeMessage, modseq: number): void {
    message.modseq = modseq;
    this.highestModseq = modseq;
    this.report({ kind: "flags", message });
  }

  remove(message: FakeMessage, modseq: number): void {
    this.messages = this.messages.filter((each) => each !== message);
    this.expunged.push({ uid: message.uid, modseq });
    this.highestModseq = modseq;
    this.report({ kind: "expunge", message, modseq });
  }

  /** Sets a new UIDVALIDITY and gives each message another UID, in the same order. */
  renumber(uidValidity: number): void {
    this.uidValidity = uidValidity;
    this.expunged = [];
    this.messages = this.messages.map((message, index) => ({ ...message, uid: index + 1 }));
    this.uidNext = this.messages.length + 1;
    this.report({ kind: "gone" });
  }
}
