import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import { marksOf } from "#/search/marks.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { type UnmarkedMessage, unmarkedMessages } from "#/store/search/index-marks.ts";
import { z } from "zod";

const batchSize = 50;

/**
 * Adds search marks to messages that were stored before marks existed, newest first, until every message has them. After a
 * restart it resumes where it stopped.
 */
export async function markOlderMail(
  { database, execute, log }: { database: Database; execute: Execute; log: Log },
  stopping: AbortSignal,
): Promise<void> {
  let count = 0;
  while (!stopping.aborted) {
    const began = performance.now();
    const messages = await unmarkedMessages(database.reader, batchSize);
    if (messages.length === 0) break;
    for (const [userId, of] of Map.groupBy(messages, (message) => message.userId)) {
      await execute("messages.mark", {
        userId,
        messages: of.map((message) => ({ id: message.id, marks: marksOf(sourceOf(message)) })),
      });
    }
    count += messages.length;
    // A background task, so it rests twice as long as the slice took.
    await pause(2 * (performance.now() - began), stopping);
  }
  if (count > 0)
    log.info({ count }, "older messages indexed for search by files, links and copies");
}

const Addresses = z.array(z.object({ name: z.string(), address: z.string() }));

function sourceOf(message: UnmarkedMessage) {
  const signs: unknown = JSON.parse(message.signsJson);
  return {
    ...message,
    signs: z.looseObject({}).parse(signs),
    cc: Addresses.parse(JSON.parse(message.ccJson)),
    bcc: Addresses.parse(JSON.parse(message.bccJson)),
  };
}
