import { Worker } from "node:worker_threads";
import { limits } from "@inlet/contract/limits.ts";
import { createFairQueue, type FairQueue } from "#/base/fair-queue.ts";
import type { Log } from "#/base/log.ts";
import type { ReadMail, Source } from "#/mail/sync/context.ts";
import { emptyMessage } from "#/store/messages/ingest-types.ts";

export interface ParseOptions {
  /** Folder for small attachments. */
  blobs: { dir: string };
}

/** Several messages in one request, because the transfer between threads costs as much as parsing many a message. */
export interface ParseQuestion {
  sources: Source[];
  /** Number of messages parsed so far, counted by the thread as it parses. */
  done: Int32Array<SharedArrayBuffer>;
}

/** One result per source, in the same order. */
export type ParseAnswer = ({ mail: ReadMail } | { error: string })[];

/** A message from a thread: "ready" once after its start, then results. */
export type ThreadWord = "ready" | ParseAnswer;

export interface PoolOptions extends ParseOptions {
  threads: number;
  log: Log;
  /** Maximum time that a started thread may spend on one message. */
  timeoutMs?: number;
  memoryMb?: number;
  /** Replaces the thread's file, for tests. */
  threadFile?: URL;
}

/** Size of the header that is parsed alone after the whole message failed. */
const headerBytes = Math.min(64 * 1024, limits.headerBlockBytes);
/** Data of one message is short-lived: a small nursery keeps the process small. */
const youngMb = 16;
/** Maximum batch for a thread: small enough for a quick response. */
const batchMessages = 16;
const batchBytes = 512 * 1024;
/** Maximum time that a thread may take to start: on a busy machine that is long, and no fault of a message. */
const startMs = 60_000;
/** Delay after a thread that did not start at all, before the next try. */
const startAgainMs = 1000;
const damaged = "This message could not be read completely.";

interface Asked {
  isUrgent: boolean;
  /** The user that owns the mail; absent: no particular user. */
  owner?: string;
}

interface Task {
  source: Source;
  settle: PromiseWithResolvers<ReadMail>;
  /** True if a thread ended while it parsed this message along with others; it is parsed alone to find the cause. */
  isSuspect: boolean;
}

interface Thread {
  worker: Worker;
  /** A fresh thread has started and not parsed anything yet. */
  state: "starting" | "fresh" | "used";
  tasks: Task[];
  timer: NodeJS.Timeout | undefined;
}

/**
 * Parses mail in separate threads. A message that takes too long, or too much memory, costs only its thread. A message is blamed
 * if it alone ends a fresh thread; then only its header is parsed, and if that also fails it is recorded as unreadable.
 */
export class ParsePool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #threads: Thread[] = [];
  readonly #urgent = createFairQueue<Task>();
  readonly #queue = createFairQueue<Task>();
  #isScheduled = false;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    for (let count = 0; count < options.threads; count++) this.#open([]);
  }

  /** Never rejects because of the message. Urgent messages overtake waiting ones; owners take turns. */
  async read(source: Source, options: Asked = { isUrgent: false }): Promise<ReadMail> {
    try {
      return await this.#ask(source, options);
    } catch (error) {
      if (this.#isClosed) throw error;
      this.#options.log.warn({ err: error }, "parsing a message failed; parsing only its header");
    }
    try {
      return withNotice(await this.#ask({ whole: headerOf(source) }, options));
    } catch (error) {
      if (this.#isClosed) throw error;
      this.#options.log.warn({ err: error }, "parsing a message header failed");
      return unreadable;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const ended = new Error("the threads that read mail have ended");
    for (const task of [...this.#urgent.clear(), ...this.#queue.clear()]) {
      task.settle.reject(ended);
    }
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #ask(source: Source, { isUrgent, owner = "" }: Asked): Promise<ReadMail> {
    const settle = Promise.withResolvers<ReadMail>();
    (isUrgent ? this.#urgent : this.#queue).push(owner, { source, settle, isSuspect: false });
    this.#schedule();
    return settle.promise;
  }

  /** Starts tasks after the current turn of the event loop, so requests of one turn are sent together. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#next();
    });
  }

  #next(): void {
    const free = this.#threads.filter(
      ({ state, tasks }) => state !== "starting" && tasks.length === 0,
    );
    for (const [index, thread] of free.entries()) {
      const from = this.#urgent.length > 0 ? this.#urgent : this.#queue;
      // Each free thread gets an equal share.
      const tasks = takeBatch(from, Math.ceil(from.length / (free.length - index)));
      if (tasks.length > 0) this.#give(thread, tasks);
    }
  }

  #give(thread: Thread, tasks: Task[]): void {
    thread.tasks = tasks;
    const { sources, transfer } = packed(tasks.map(({ source }) => source));
    const done = newCount();
    this.#endAfter(thread, this.#options.timeoutMs ?? 5000, done);
    const question: ParseQuestion = { sources, done };
    thread.worker.postMessage(question, transfer);
  }

  /** Terminates the thread if it makes no progress within `timeMs` milliseconds. */
  #endAfter(thread: Thread, timeMs: number, done: Int32Array<SharedArrayBuffer>): void {
    const before = Atomics.load(done, 0);
    const timer = setTimeout(() => {
      // Progress that the thread reported in time is processed first, however late this process gets to it.
      setImmediate(() => {
        if (thread.timer !== timer) return;
        if (Atomics.load(done, 0) > before) this.#endAfter(thread, timeMs, done);
        else void thread.worker.terminate();
      });
    }, timeMs);
    thread.timer = timer;
  }

  /** Starts a thread, which parses the tasks in `first` before any other. */
  #open(first: Task[]): void {
    const { blobs, memoryMb = 512, threadFile } = this.#options;
    const file = threadFile ?? new URL("./parse.ts", import.meta.url);
    const workerData: ParseOptions = { blobs };
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb };
    const worker = new Worker(file, { workerData, resourceLimits });
    const thread: Thread = { worker, state: "starting", tasks: first, timer: undefined };
    this.#threads.push(thread);
    this.#endAfter(thread, startMs, newCount());
    let failure: unknown;
    worker.on("message", (word: ThreadWord) => {
      const tasks = this.#take(thread);
      if (word === "ready") {
        thread.state = "fresh";
        if (tasks.length > 0) this.#give(thread, tasks);
      } else {
        thread.state = "used";
        for (const [index, { settle }] of tasks.entries()) {
          const answer = word[index] ?? { error: "no answer" };
          if ("mail" in answer) settle.resolve(answer.mail);
          else settle.reject(new Error(answer.error));
        }
      }
      this.#schedule();
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.once("exit", () => {
      const tasks = this.#take(thread);
      this.#threads.splice(this.#threads.indexOf(thread), 1);
      if (this.#isClosed || (tasks.length === 1 && thread.state === "fresh")) {
        const cause = new Error("the thread that read this message ended", { cause: failure });
        for (const { settle } of tasks) settle.reject(cause);
        if (!this.#isClosed) this.#open([]);
      } else if (tasks.length === 1 && thread.state === "used") {
        // Messages parsed earlier may have exhausted the thread, so the message is retried in a fresh one.
        this.#open(tasks);
      } else {
        this.#queue.putFirst(tasks.map((task) => ({ ...task, isSuspect: true })));
        if (thread.state === "starting") this.#openLater(failure);
        else this.#open([]);
      }
      if (!this.#isClosed) this.#schedule();
    });
  }

  #openLater(failure: unknown): void {
    this.#options.log.error({ err: failure }, "parse thread failed to start; retrying");
    setTimeout(() => {
      if (this.#isClosed) return;
      this.#open([]);
    }, startAgainMs);
  }

  #take(thread: Thread): Task[] {
    const { tasks } = thread;
    clearTimeout(thread.timer);
    thread.timer = undefined;
    thread.tasks = [];
    return tasks;
  }
}

function newCount(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Takes tasks from the front of the queue, at most `share`. */
function takeBatch(from: FairQueue<Task>, share: number): Task[] {
  const taken: Task[] = [];
  let bytes = 0;
  while (taken.length < Math.min(share, batchMessages)) {
    const next = from.first();
    if (!next) break;
    bytes += sizeOf(next.source);
    if (taken.length > 0 && (next.isSuspect || bytes > batchBytes)) break;
    from.shift();
    taken.push(next);
    if (next.isSuspect) break;
  }
  return taken;
}

function sizeOf(source: Source): number {
  return "whole" in source ? source.whole.byteLength : batchBytes;
}

/** Returns copies in one transferable buffer. The originals are needed for a retry. */
function packed(sources: readonly Source[]): { sources: Source[]; transfer: ArrayBuffer[] } {
  const length = sources.reduce(
    (sum, source) => sum + ("whole" in source ? source.whole.byteLength : 0),
    0,
  );
  const all = new Uint8Array(length);
  let at = 0;
  const copies = sources.map((source): Source => {
    if (!("whole" in source)) return source;
    const whole = all.subarray(at, at + source.whole.byteLength);
    whole.set(source.whole);
    at += whole.byteLength;
    return { ...source, whole };
  });
  return { sources: copies, transfer: [all.buffer] };
}

function headerOf(source: Source): Uint8Array {
  const bytes = "whole" in source ? source.whole : source.outline.header;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerBytes));
  const ends = ["\r\n\r\n", "\n\n"].map((gap) => start.indexOf(gap)).filter((end) => end >= 0);
  const end = Math.min(start.length, ...ends);
  return Buffer.concat([start.subarray(0, end), Buffer.from("\r\n\r\n")]);
}

function withNotice(mail: ReadMail): ReadMail {
  return { ...mail, message: { ...mail.message, notice: damaged } };
}

const unreadable: ReadMail = {
  message: emptyMessage(damaged),
  marks: [],
  words: { sender: "", recipients: "", subject: "", body: "" },
  attachments: [],
  duplicateKey: "",
  threadKeys: [],
};
