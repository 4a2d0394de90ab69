import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { pause } from "#/base/pause.ts";
import { getMessage } from "#/store/messages/queries.ts";
import { type MailPlace, summarizedBy } from "#/store/ai/summary-queries.ts";
import type { AiContext } from "../context.ts";
import { localSummary } from "./stored-summary.ts";
import { engineVersion } from "./summary.ts";

type Ground = Pick<AiContext, "database" | "execute" | "clock" | "log">;

/** Maximum age of mail that is summarized before it is opened. */
const reachMs = 14 * 24 * 3600_000;
/** Number of messages checked between two pauses. */
const chunk = 50;

/** Summarizes a message that has just arrived, so its line is ready when it is first shown. */
export async function summarizeArrived(
  ai: Ground,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
): Promise<void> {
  const row = await getMessage(ai.database.reader, userId, messageId);
  if (row === undefined || row.summary_version >= engineVersion) return;
  // Stored before the work, so a message that crashes the process does not crash it again after each restart.
  const line = { text: "", version: engineVersion };
  const nothing = { engine: "local", contentHash: "", value: "{}", line };
  await ai.execute("summaries.keep", { userId, messageId, ...nothing });
  try {
    await localSummary(ai, userId, row);
  } catch (error) {
    ai.log.error({ err: error, messageId }, "summarizing a new message failed");
  }
}

/**
 * Summarizes all users' messages of the last fourteen days without a summary of this version, newest first. Uses at most a
 * quarter of the thread's time.
 */
export async function summarizeRecent(ai: Ground, signal: AbortSignal): Promise<void> {
  const since = ai.clock.now() - reachMs;
  // Messages without a summary come before those summarized by an older engine.
  for (let version = 0; version < engineVersion; version++) {
    await summarizeFrom(ai, { version, since }, signal);
  }
}

async function summarizeFrom(
  ai: Ground,
  { version, since }: { version: number; since: number },
  signal: AbortSignal,
): Promise<void> {
  let after: MailPlace | null = null;
  while (!signal.aborted) {
    const began = performance.now();
    const options = { version, since, after, limit: chunk };
    const messages: Awaited<ReturnType<typeof summarizedBy>> = await summarizedBy(
      ai.database.reader,
      options,
    );
    await pause(3 * (performance.now() - began), signal);
    for (const { userId, messageId, isShown } of messages) {
      if (!isShown) continue;
      if (signal.aborted) return;
      const start = performance.now();
      await summarizeArrived(ai, { userId, messageId });
      await pause(3 * (performance.now() - start), signal);
    }
    if (messages.length < chunk) return;
    after = messages.at(-1) ?? null;
  }
}
