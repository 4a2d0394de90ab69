import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { pause } from "#/base/pause.ts";
import { getMessage } from "#/store/messages.ts";
import { unsummarized } from "#/store/summaries.ts";
import { allUserIds } from "#/store/users.ts";
import type { AiContext } from "../context.ts";
import { localSummary } from "./kept-summary.ts";
import { engineVersion } from "./summary.ts";

type Ground = Pick<AiContext, "database" | "door" | "clock" | "log">;

/** How far back mail is summed up before anybody opens it. */
const reachMs = 14 * 24 * 3600_000;
const chunk = 25;

/** Sums up a message that has just arrived, so that its line is there when it is seen. */
export async function summarizeArrived(
  ai: Ground,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
): Promise<void> {
  try {
    const row = await getMessage(ai.database.reader, userId, messageId);
    if (row !== undefined) await localSummary(ai, userId, row);
  } catch (error) {
    // One mail that cannot be summed up holds up nothing. It is noted as done, or it would come again for ever.
    ai.log.error({ err: error, messageId }, "a message could not be summed up");
    const line = { text: "", version: engineVersion };
    const nothing = { engine: "local", contentHash: "", value: "{}", line };
    await ai.door("summaries.keep", { userId, messageId, ...nothing });
  }
}

/**
 * Sums up the mail of the last fourteen days that has no summary yet, everybody's in turn. It works a quarter of the
 * time at most: what the thread has to do besides goes first.
 */
export async function summarizeRecent(ai: Ground, signal: AbortSignal): Promise<void> {
  const since = ai.clock.now() - reachMs;
  const options = { since, version: engineVersion, limit: chunk };
  for (const userId of await allUserIds(ai.database.reader)) {
    for (;;) {
      const ids = await unsummarized(ai.database.reader, userId, options);
      for (const messageId of ids) {
        if (signal.aborted) return;
        const start = performance.now();
        await summarizeArrived(ai, { userId, messageId });
        await pause(3 * (performance.now() - start), signal);
      }
      if (ids.length < chunk) break;
    }
  }
}
