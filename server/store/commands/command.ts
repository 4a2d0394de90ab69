import type { Writer } from "../writer.ts";

/** Answered by a command that did a slice of its work: it is run again, behind what people wait for. */
export const again: unique symbol = Symbol("again");

/** One kind of write. Input and output are plain data: they cross threads. */
export interface Command<Input, Output> {
  /** Survives a power cut once acknowledged; else the last moments may be done again. */
  durable: boolean;
  /** Runs behind interactive commands; a function decides it for each input. */
  bulk?: boolean | ((input: Input) => boolean);
  run: (writer: Writer, input: Input) => Promise<Output | typeof again>;
}
