import type { FakeFolder, FakeMessage, FolderEvent } from "./folder.ts";
import type { FakeMailbox } from "./mailbox.ts";

/** A folder as one connection sees it: its sequence numbers, and the changes not sent yet. */
export class FolderView implements Disposable {
  readonly folder: FakeFolder;
  readonly isReadOnly: boolean;
  /** By sequence number; undefined for an expunged message if the server keeps the numbers. */
  readonly numbered: (FakeMessage | undefined)[];
  readonly #keepsNumbers: boolean;
  readonly #watch: (event: FolderEvent) => void;
  #neverPushed: FolderEvent[] = [];

  constructor(
    mailbox: FakeMailbox,
    folder: FakeFolder,
    { isReadOnly, onEvent }: { isReadOnly: boolean; onEvent: (event: FolderEvent) => void },
  ) {
    this.folder = folder;
    this.isReadOnly = isReadOnly;
    this.numbered = [...mailbox.shown(folder)];
    this.#keepsNumbers = mailbox.profile.quirks.keepsNumbers === true;
    this.#watch = (event) => {
      this.#neverPushed.push(event);
      onEvent(event);
    };
    folder.watchers.add(this.#watch);
  }

  /** Returns the messages with their sequence numbers. */
  entries(): { number: number; message: FakeMessage }[] {
    return this.numbered.flatMap((message, index) =>
      message ? [{ number: index + 1, message }] : [],
    );
  }

  largestUid(): number {
    return this.entries().at(-1)?.message.uid ?? 0;
  }

  /**
   * Returns the untagged lines for the changes since the last call. Expunges wait while a command responds with sequence numbers
   * (RFC 3501, 7.4.1); with QRESYNC they are VANISHED.
   */
  news({ mayExpunge, hasModseq, isQresync }: Reporting): string[] {
    const lines: string[] = [];
    const later: FolderEvent[] = [];
    let hasGrown = false;
    const reportExists = () => {
      if (hasGrown) lines.push(`* ${this.numbered.length} EXISTS`);
      hasGrown = false;
    };
    for (const event of this.#neverPushed.splice(0)) {
      if (event.kind === "gone") continue;
      const { message } = event;
      if (event.kind === "exists") {
        this.numbered.push(message);
        hasGrown = true;
        continue;
      }
      const index = this.numbered.indexOf(message);
      if (index < 0) continue;
      reportExists();
      if (event.kind === "flags") {
        const modseq = hasModseq ? ` MODSEQ (${message.modseq})` : "";
        const flags = [...message.flags].join(" ");
        lines.push(`* ${index + 1} FETCH (UID ${message.uid} FLAGS (${flags})${modseq})`);
      } else if (mayExpunge) {
        if (this.#keepsNumbers) this.numbered[index] = undefined;
        else this.numbered.splice(index, 1);
        lines.push(isQresync ? `* VANISHED ${message.uid}` : `* ${index + 1} EXPUNGE`);
      } else later.push(event);
    }
    reportExists();
    this.#neverPushed.push(...later);
    return lines;
  }

  [Symbol.dispose](): void {
    this.folder.watchers.delete(this.#watch);
  }
}

export interface Reporting {
  mayExpunge: boolean;
  hasModseq: boolean;
  isQresync: boolean;
}
