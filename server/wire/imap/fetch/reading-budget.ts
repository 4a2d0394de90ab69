import type { ImapFlow } from "imapflow";
import type { Restraint } from "#/wire/imap/restraint.ts";

const mib = 1024 * 1024;

export interface ReadingLimits {
  /** Bytes of one unfinished response that are not counted, so usual mail never waits. */
  freeBytes: number;
  /** Bytes of one user's unfinished responses above which only the oldest is read further. */
  userBytes: number;
  /** Bytes of all unfinished responses above which only the oldest is read further. */
  totalBytes: number;
  /** Milliseconds that the oldest response may take while others wait for it. */
  timeoutMs: number;
}

/** With one whole message of the maximum size in addition, a thread uses less than 200 MB. */
const usual: ReadingLimits = {
  freeBytes: 256 * 1024,
  userBytes: 48 * mib,
  totalBytes: 128 * mib,
  timeoutMs: 10_000,
};

/** A connection whose server is sending a response. */
interface Reader {
  userId: string;
  bytes: number;
  /** Time of the first byte, by `performance.now()`. */
  beganAt: number;
  /** True when the whole response has arrived and its consumer processes it. */
  isComplete: boolean;
  resume: (() => void) | undefined;
  end: () => void;
}

/**
 * Limits the bytes of unfinished responses that the connections of a thread hold together, until their consumers are
 * done with them. Beyond the limits a connection stops reading its socket until others have finished.
 */
export class ReadingBudget {
  readonly #limits: ReadingLimits;
  /** Connections with bytes of an unfinished response, the oldest first. */
  readonly #readers = new Set<Reader>();
  #isWaitedFor = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ReadingLimits = usual) {
    this.#limits = limits;
  }

  /** Total bytes of all unfinished responses. */
  get bytes(): number {
    return [...this.#readers].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Adds a connection. `end` closes it if it blocks others for too long. */
  open(userId: string, end: () => void) {
    const reader: Reader = {
      userId,
      bytes: 0,
      beganAt: 0,
      isComplete: false,
      resume: undefined,
      end,
    };
    return {
      /** Counts received bytes, and calls `next` when more may be read. */
      add: (bytes: number, next: () => void) => {
        if (reader.bytes === 0) reader.beganAt = performance.now();
        reader.bytes += bytes;
        this.#readers.add(reader);
        if (reader.bytes <= this.#limits.freeBytes) return next();
        reader.resume = next;
        this.#resume();
      },
      /** Marks the response as complete. */
      complete: () => {
        reader.isComplete = true;
      },
      /** Releases the bytes: the consumer is done with the response, or the connection was closed. */
      finish: () => {
        reader.bytes = 0;
        reader.isComplete = false;
        this.#readers.delete(reader);
        const { resume } = reader;
        reader.resume = undefined;
        resume?.();
        if (this.#isWaitedFor) this.#resume();
      },
    };
  }

  #resume(): void {
    const { userBytes, totalBytes } = this.#limits;
    const total = this.bytes;
    const users = new Map<string, number>();
    for (const { userId, bytes } of this.#readers) {
      users.set(userId, (users.get(userId) ?? 0) + bytes);
    }
    const seen = new Set<string>();
    this.#isWaitedFor = false;
    for (const reader of this.#large()) {
      const isOldest = seen.size === 0;
      const isOldestOfUser = !seen.has(reader.userId);
      seen.add(reader.userId);
      if (reader.resume === undefined) continue;
      const isInUser = isOldestOfUser || (users.get(reader.userId) ?? 0) <= userBytes;
      const isInTotal = isOldest || total <= totalBytes;
      if (isInUser && isInTotal) {
        const { resume } = reader;
        reader.resume = undefined;
        resume();
      } else this.#isWaitedFor = true;
    }
    this.#watch();
  }

  /** Returns the counted responses, oldest first: smaller ones never wait, and block nothing. */
  #large(): Reader[] {
    return [...this.#readers].filter(({ bytes }) => bytes > this.#limits.freeBytes);
  }

  /** Ends the oldest response that blocks another, when its time is up. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (!this.#isWaitedFor) return;
    const large = this.#large();
    const waiting = large.filter(({ resume }) => resume !== undefined);
    const isOver = this.bytes > this.#limits.totalBytes;
    const blocking = large.find(
      ({ userId }) => isOver || waiting.some((one) => one.userId === userId),
    );
    // Ending the connection of a complete response frees no memory.
    if (blocking === undefined || blocking.isComplete) return;
    const leftMs = blocking.beganAt + this.#limits.timeoutMs - performance.now();
    this.#timer = setTimeout(() => blocking.end(), Math.max(0, leftMs)).unref();
  }
}

/** The budget of this thread. */
const budget = new ReadingBudget();

/** Fields of imapflow's stream that it does not declare; the version is pinned. */
interface RawStream {
  /** Bytes of the current line. */
  lineBytes: number;
  /** The complete lines of the current response. */
  inputBuffer: Buffer[];
  push: (item: { next: () => void } | null) => boolean;
  _transform: (chunk: Buffer, encoding: string, next: () => void) => void;
  once: (event: "close", listener: () => void) => void;
}

/** Makes the client read its socket only as far as the thread's budget allows. */
export function readWithin(client: ImapFlow, userId: string, restraint: Restraint): void {
  const { streamer } = client as unknown as { streamer: RawStream };
  const transform = streamer._transform.bind(streamer);
  const push = streamer.push.bind(streamer);
  const reading = budget.open(userId, () => {
    restraint.heldUpOthers = true;
    client.close();
  });
  streamer._transform = (chunk, encoding, next) => {
    transform(chunk, encoding, () => {
      if (streamer.lineBytes > 0 || streamer.inputBuffer.length > 0) {
        const endPause = restraint.pauses.begin();
        return reading.add(chunk.length, () => {
          endPause();
          next();
        });
      }
      reading.finish();
      next();
    });
  };
  streamer.push = (item) => {
    if (item) {
      const { next } = item;
      item.next = () => {
        reading.finish();
        next();
      };
      reading.complete();
    }
    return push(item);
  };
  streamer.once("close", reading.finish);
}
