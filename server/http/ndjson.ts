import { Readable } from "node:stream";

/** Streams each value as one line of JSON, without delay. */
export function ndjson(values: AsyncIterable<unknown>): Readable {
  async function* lines() {
    for await (const value of values) yield `${JSON.stringify(value)}\n`;
  }
  return Readable.from(lines(), { objectMode: false });
}
