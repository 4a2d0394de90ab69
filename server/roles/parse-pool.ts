import { Worker } from "node:worker_threads";
import { limits } from "@inlet/contract/limits.ts";
import type { Log } from "#/base/log.ts";
import type { ReadMail, Source } from "#/mail/sync/context.ts";

export interface ParseOptions {
  /** Where small attachments go. */
  blobs: { dir: string };
}

export interface ParseQuestion {
  id: number;
  source: Source;
}

export type ParseAnswer = { id: number } & ({ mail: ReadMail } | { error: string });

export interface PoolOptions extends ParseOptions {
  threads: number;
  log: Log;
  /** How long one message may take. */
  timeoutMs?: number;
  memoryMb?: number;
  /** The thread's file, for tests. */
  threadFile?: URL;
}

/** What is tried of a message whose reading failed: its header alone. */
const headerBytes = Math.min(64 * 1024, limits.headerBlockBytes);
/** What is read of one message is soon forgotten: a small nursery keeps the process small. */
const youngMb = 16;
const damaged = "This message could not be read completely.";

interface Task {
  source: Source;
  settle: PromiseWithResolvers<ReadMail>;
}

interface Thread {
  worker: Worker;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Reads mail in threads of its own. A message that takes too long, or too much memory, costs only its thread; then its
 * header is read, and failing that it is recorded as unreadable.
 */
export class ParsePool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #threads: Thread[] = [];
  readonly #urgent: Task[] = [];
  readonly #queue: Task[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    for (let count = 0; count < options.threads; count++) this.#open();
  }

  /** Takes the bytes over. Never rejects because of the message. What is urgent overtakes what waits. */
  async read(source: Source, options = { isUrgent: false }): Promise<ReadMail> {
    // Taken before the bytes move to the thread.
    const header = headerOf(source);
    try {
      return await this.#ask(source, options);
    } catch (error) {
      if (this.#isClosed) throw error;
      this.#options.log.warn({ err: error }, "a message could not be read; trying its header");
    }
    try {
      return withNotice(await this.#ask({ whole: header }, options));
    } catch (error) {
      if (this.#isClosed) throw error;
      this.#options.log.warn({ err: error }, "not even the header of a message could be read");
      return unreadable;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const ended = new Error("the threads that read mail have ended");
    for (const task of [...this.#urgent.splice(0), ...this.#queue.splice(0)]) {
      task.settle.reject(ended);
    }
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #ask(source: Source, { isUrgent }: { isUrgent: boolean }): Promise<ReadMail> {
    const settle = Promise.withResolvers<ReadMail>();
    (isUrgent ? this.#urgent : this.#queue).push({ source, settle });
    this.#next();
    return settle.promise;
  }

  #next(): void {
    for (const thread of this.#threads) {
      if (thread.task !== undefined) continue;
      const task = this.#urgent.shift() ?? this.#queue.shift();
      if (task === undefined) return;
      this.#give(thread, task);
    }
  }

  #give(thread: Thread, task: Task): void {
    thread.task = task;
    thread.timer = setTimeout(() => {
      void thread.worker.terminate();
    }, this.#options.timeoutMs ?? 5000);
    const question: ParseQuestion = { id: ++this.#lastId, source: movable(task.source) };
    thread.worker.postMessage(question, transferOf(question.source));
  }

  #open(): void {
    const { blobs, memoryMb = 512, threadFile } = this.#options;
    const file = threadFile ?? new URL("./parse.ts", import.meta.url);
    const workerData: ParseOptions = { blobs };
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb };
    const worker = new Worker(file, { workerData, resourceLimits });
    const thread: Thread = { worker, task: undefined, timer: undefined };
    this.#threads.push(thread);
    let failure: unknown;
    worker.on("message", (answer: ParseAnswer) => {
      const task = this.#take(thread);
      if ("mail" in answer) task?.settle.resolve(answer.mail);
      else task?.settle.reject(new Error(answer.error));
      this.#next();
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.once("exit", () => {
      const task = this.#take(thread);
      this.#threads.splice(this.#threads.indexOf(thread), 1);
      task?.settle.reject(new Error("the thread that read this message ended", { cause: failure }));
      if (this.#isClosed) return;
      this.#open();
      this.#next();
    });
  }

  #take(thread: Thread): Task | undefined {
    const { task } = thread;
    clearTimeout(thread.timer);
    thread.task = undefined;
    return task;
  }
}

/** In memory of its own, so that it can move to another thread instead of being copied there. */
function movable(source: Source): Source {
  if (!("whole" in source)) return source;
  const { whole } = source;
  const isAlone = whole.byteLength === whole.buffer.byteLength;
  return isAlone ? source : { whole: new Uint8Array(whole) };
}

function transferOf(source: Source): ArrayBuffer[] {
  if (!("whole" in source)) return [];
  const { buffer } = source.whole;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
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
  message: {
    messageId: "",
    inReplyTo: "",
    references: [],
    from: [],
    to: [],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: "",
    text: "",
    html: "",
    preview: "",
    remoteImages: 0,
    notice: damaged,
  },
  words: { sender: "", recipients: "", subject: "", body: "" },
  attachments: [],
  twinKey: "",
  threadKeys: [],
};
