import type { Writer } from "../engine/writer.ts";

/** Returned by a command that did part of its work; it is requeued at low priority. */
export const again: unique symbol = Symbol("again");

/** One kind of write. Input and output are plain data: they cross threads. */
export interface Command<Input, Output> {
  /** Survives a power cut once acknowledged; otherwise the last moments may be repeated. */
  durable: boolean;
  /** Runs behind interactive commands; a function decides it for each input. */
  bulk?: boolean | ((input: Input) => boolean);
  run: (writer: Writer, input: Input) => Promise<Output | typeof again>;
}
