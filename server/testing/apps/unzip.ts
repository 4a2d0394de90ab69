import { text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** Returns the files of a zip archive as texts, by name. */
export async function unzip(bytes: ArrayBuffer | Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await fromBufferPromise(Buffer.from(new Uint8Array(bytes)), { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
