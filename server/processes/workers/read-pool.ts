import { stat } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { Log } from "#/base/log.ts";
import type { ReadName } from "./named-reads.ts";

/** Options of a read thread. */
export interface ReadThreadOptions {
  /** Path of the SQLite file. */
  url: string;
}

/** Messages to the thread: a read, one at a time; its abort, when the caller no longer waits; and the end. */
export type ReadQuestion =
  | { kind: "read"; name: ReadName; input: { userId: UserId } }
  | { kind: "break-off" }
  | { kind: "close" };

/** The thread's response. */
export type ReadAnswer =
  | { value: unknown }
  | { code: ErrorCode }
  | { isBrokenOff: true }
  | { error: string };

export interface ReadPoolOptions extends ReadThreadOptions {
  threads: number;
  log: Log;
  /** Timeout of one read. */
  deadlineMs?: number;
  /** Replaces the thread's file, for tests. */
  threadFile?: URL;
}

/** Threads that read a SQLite file for a thread that must not block. */
export interface ReadPool {
  /**
   * Rejects with the Failure that the read threw. The caller has at most as many reads in progress as there are threads. After an
   * abort it rejects with the signal's reason once the thread is free.
   */
  read: (name: ReadName, input: { userId: UserId }, signal?: AbortSignal) => Promise<unknown>;
  close: () => Promise<void>;
}

interface Asked extends PromiseWithResolvers<unknown> {
  signal: AbortSignal | undefined;
}

interface Thread {
  worker: Worker;
  under: Asked | undefined;
  hasEnded: Promise<void>;
}

/** Timeout of a read. On a busy machine a search for a common word in millions of messages takes a part of it. */
const longestReadMs = 60_000;

/**
 * A thread takes half a second to start, and 50 MB. With a database large enough for a user with very much mail, the first one
 * starts before it is needed, and not during the server's start.
 */
const firstAfterMs = 3000;
const muchMailBytes = 2 ** 28;

/** Creates a pool that starts threads on demand, and again after one ended. */
export function createReadPool(options: ReadPoolOptions): ReadPool {
  const { url, threads: most, log, deadlineMs = longestReadMs } = options;
  const file = options.threadFile ?? new URL("./read.ts", import.meta.url);
  const threads: Thread[] = [];
  let isClosed = false;
  const first = setTimeout(() => void openFirst(), firstAfterMs).unref();

  async function openFirst(): Promise<void> {
    const size = await stat(url).then(
      (file) => file.size,
      () => 0,
    );
    if (size >= muchMailBytes && threads.length === 0 && !isClosed) open();
  }

  function open(): Thread {
    const workerData: ReadThreadOptions = { url };
    const resourceLimits = { maxYoungGenerationSizeMb: 8 };
    const worker = new Worker(file, { workerData, resourceLimits });
    const ended = Promise.withResolvers<void>();
    const thread: Thread = { worker, under: undefined, hasEnded: ended.promise };
    let failure: unknown;
    worker.on("message", (answer: ReadAnswer) => {
      const asked = thread.under;
      thread.under = undefined;
      if (asked) settle(asked, answer);
    });
    worker.on("error", (error) => {
      failure = error;
    });
    worker.once("exit", () => {
      drop(thread);
      thread.under?.reject(new Error("The thread that reads has ended.", { cause: failure }));
      if (!isClosed && failure !== undefined) log.error({ err: failure }, "read thread exited");
      ended.resolve();
    });
    threads.push(thread);
    return thread;
  }

  function drop(thread: Thread): void {
    const at = threads.indexOf(thread);
    if (at >= 0) threads.splice(at, 1);
  }

  async function read(
    name: ReadName,
    input: { userId: UserId },
    signal?: AbortSignal,
  ): Promise<unknown> {
    if (isClosed) throw new Error("The database is closed.");
    const free = threads.find(({ under }) => under === undefined);
    if (!free && threads.length >= most) throw new Error("More is read at once than threads are.");
    const thread = free ?? open();
    const asked: Asked = { ...Promise.withResolvers<unknown>(), signal };
    thread.under = asked;
    const timer = setTimeout(() => {
      // The thread cannot end before its statement does, so another replaces it at once.
      drop(thread);
      thread.under = undefined;
      asked.reject(new Error("A read took too long."));
      void thread.worker.terminate();
    }, deadlineMs);
    const ask = (question: ReadQuestion) => thread.worker.postMessage(question);
    const breakOff = () => ask({ kind: "break-off" });
    ask({ kind: "read", name, input });
    signal?.addEventListener("abort", breakOff);
    try {
      return await asked.promise;
    } finally {
      signal?.removeEventListener("abort", breakOff);
      clearTimeout(timer);
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(first);
    const question: ReadQuestion = { kind: "close" };
    for (const { worker } of threads) worker.postMessage(question);
    await Promise.all(threads.map(({ hasEnded }) => hasEnded));
  }

  return { read, close };
}

function settle(asked: Asked, answer: ReadAnswer): void {
  if ("value" in answer) asked.resolve(answer.value);
  else if ("code" in answer) asked.reject(new Failure(answer.code));
  else if ("isBrokenOff" in answer) asked.reject(asked.signal?.reason);
  else asked.reject(new Error(answer.error));
}
