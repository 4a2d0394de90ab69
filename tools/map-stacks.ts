/**
 * Names the file and line of the source in stack traces of the bundle. Each entry point and thread of the bundle runs this first.
 * A source map is read when a trace is formatted, because Node's own `--enable-source-maps` reads all of them at the start.
 */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

const maps = new Map<string, SourceMap>();

Error.prepareStackTrace = (error, frames) => {
  const lines = frames.map((frame) => `\n    at ${String(frame).replace(place, sourceOf)}`);
  return Error.prototype.toString.call(error) + lines.join("");
};

const place = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/;

function sourceOf(text: string, url: string, line: string, column: string): string {
  try {
    const origin = mapOf(url).findOrigin(Number(line), Number(column));
    if (!("fileName" in origin)) return text;
    return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
  } catch {
    // The file has no map, or no file can be opened now: the position in the bundle is better than no trace.
    return text;
  }
}

function mapOf(url: string): SourceMap {
  let map = maps.get(url);
  if (!map) {
    // rolldown writes this file.
    const payload = JSON.parse(readFileSync(new URL(`${url}.map`), "utf8")) as never;
    map = new SourceMap(payload);
    maps.set(url, map);
  }
  return map;
}
