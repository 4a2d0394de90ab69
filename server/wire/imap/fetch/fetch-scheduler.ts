import type { ImapFlow } from "imapflow";
import type { Pauses } from "#/wire/imap/pauses.ts";

export interface TurnLimits {
  /** Share of the thread that busy users have together while others need it. */
  share: number;
  /** Milliseconds of the thread that a user may use beyond that share before a connection waits. */
  burstMs: number;
  /** Milliseconds without responses after which a user counts as inactive. */
  activeMs: number;
}

const usual: TurnLimits = { share: 0.5, burstMs: 100, activeMs: 1000 };

interface User {
  /** Times by `performance.now()`: when the last response was handled, and when the user's used time is paid off. */
  lastAt: number;
  paidAt: number;
}

/**
 * Divides the time in which a thread handles responses among users. A user alone takes all of it; with several, the connections
 * of the heaviest users pause, so a server that sends without end delays its own user only.
 */
export class ReadingTurns {
  readonly #limits: TurnLimits;
  readonly #users = new Map<string, User>();

  constructor(limits: TurnLimits = usual) {
    this.#limits = limits;
  }

  /** Records that a user's responses took this many milliseconds. Returns how long the connection pauses. */
  charge(userId: string, tookMs: number): number {
    const now = performance.now();
    let busy = 1;
    let isAlone = true;
    for (const [id, { lastAt, paidAt }] of this.#users) {
      if (id === userId) continue;
      if (now - lastAt > this.#limits.activeMs && paidAt < now) this.#users.delete(id);
      else isAlone = false;
      if (paidAt > now) busy += 1;
    }
    const dueAt = isAlone ? now : Math.max(now, this.#users.get(userId)?.paidAt ?? 0);
    const paidAt = isAlone ? now : dueAt + (tookMs * busy) / this.#limits.share;
    this.#users.set(userId, { lastAt: now, paidAt });
    return Math.max(0, paidAt - now - this.#limits.burstMs);
  }
}

/** The turns of this thread. */
const turns = new ReadingTurns();

/** Measured milliseconds of a thread: the parser creates an object per token, and a literal is copied. */
const costMs = { response: 0.03, line: 0.002, byteOfLine: 0.001, byte: 0.00002 } as const;
/** Longer lines contain UIDs, which are read without tokens. */
const maxBytesOfLine = 64 * 1024;

/** Fields of imapflow's stream that it does not declare; the version is pinned. */
interface RawStream {
  push: (item: object | null) => boolean;
  checkLiteralMarker: (line: Buffer) => boolean;
  _transform: (chunk: Buffer, encoding: string, next: () => void) => void;
  once: (event: "close", listener: () => void) => void;
}

/** Pauses the client's socket after each chunk for as long as its user must wait for other users. */
export function takeTurns(client: ImapFlow, userId: string, pauses: Pauses): void {
  const { streamer } = client as unknown as { streamer: RawStream };
  const transform = streamer._transform.bind(streamer);
  const push = streamer.push.bind(streamer);
  const checkLiteralMarker = streamer.checkLiteralMarker.bind(streamer);
  let tookMs = 0;
  let pause: NodeJS.Timeout | undefined;
  streamer.once("close", () => clearTimeout(pause));
  streamer.push = (item) => {
    tookMs += costMs.response;
    return push(item);
  };
  // Called for each complete line.
  streamer.checkLiteralMarker = (line) => {
    tookMs += costMs.line + Math.min(line.length, maxBytesOfLine) * costMs.byteOfLine;
    return checkLiteralMarker(line);
  };
  streamer._transform = (chunk, encoding, next) => {
    tookMs += chunk.length * costMs.byte;
    transform(chunk, encoding, () => {
      const waitMs = turns.charge(userId, tookMs);
      tookMs = 0;
      if (waitMs === 0) return next();
      const endPause = pauses.begin();
      pause = setTimeout(() => {
        endPause();
        next();
      }, waitMs);
    });
  };
}
