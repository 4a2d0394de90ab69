import { readFile } from "node:fs/promises";
import path from "node:path";
import type { IncomingMessage } from "#/store/messages/ingest-types.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";

/** Returns a message of server/wire/corpus as the parser passes it to the store. */
export async function mailOfCorpus(name: string, uid: number): Promise<IncomingMessage> {
  const source = await readFile(path.join(import.meta.dirname, "../../wire/corpus", `${name}.eml`));
  const { attachments, sentDate: _, ...message } = await parseMessage(source);
  const files = attachments.map(({ content: _content, ...file }) => ({ ...file, sha256: "" }));
  return aMessage({ uid, message, attachments: files });
}
