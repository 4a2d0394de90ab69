import { Readable } from "node:stream";

/** One line of JSON for each value, sent when it is there. */
export function ndjson(values: AsyncIterable<unknown>): Readable {
  async function* lines() {
    for await (const value of values) yield `${JSON.stringify(value)}\n`;
  }
  return Readable.from(lines(), { objectMode: false });
}
