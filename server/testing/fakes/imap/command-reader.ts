/** A command from a client, with its literals. */
export interface Command {
  tag: string;
  /** Name in upper case, with the prefix UID if it was sent. */
  name: string;
  /** The part after the name. Bytes are latin1. */
  rest: string;
}

/** Splits a client's bytes into lines, each with its literals (RFC 3501, 4.3; RFC 7888). */
export class CommandReader {
  readonly #onLine: (line: string) => void;
  readonly #onLiteral: () => void;
  #unread = "";
  #line = "";
  #literalLeft = 0;

  /** `literal` is called when a synchronizing literal waits for the server's continuation. */
  constructor(on: { line: (line: string) => void; literal: () => void }) {
    this.#onLine = on.line;
    this.#onLiteral = on.literal;
  }

  push(chunk: Buffer): void {
    this.#unread += chunk.toString("latin1");
    for (;;) {
      if (this.#literalLeft > 0) {
        const taken = this.#unread.slice(0, this.#literalLeft);
        this.#take(taken.length);
        this.#line += taken;
        this.#literalLeft -= taken.length;
        if (this.#literalLeft > 0) return;
      }
      const end = this.#unread.indexOf("\r\n");
      if (end < 0) return;
      const piece = this.#unread.slice(0, end);
      this.#take(end + 2);
      this.#line += piece;
      const literal = /\{(\d+)(\+?)\}$/.exec(piece);
      if (literal) {
        this.#line += "\r\n";
        this.#literalLeft = Number(literal[1]);
        if (literal[2] === "") this.#onLiteral();
      } else {
        const line = this.#line;
        this.#line = "";
        this.#onLine(line);
      }
    }
  }

  #take(count: number): void {
    this.#unread = this.#unread.slice(count);
  }
}

export function readCommand(line: string): Command {
  const [, tag = "", name = "", rest = ""] = /^(\S*) ?((?:UID )?[^\s]*) ?(.*)$/is.exec(line) ?? [];
  return { tag, name: name.toUpperCase(), rest };
}
