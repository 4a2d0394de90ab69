import type { QueryClient } from "@tanstack/react-query";
import { resumeChange } from "#/state/changes/change-email.ts";
import { cacheForOffline } from "#/state/live/cache-for-offline.ts";
import { isOwnChange } from "#/state/changes/queued-changes.ts";
import { startOwnWorker } from "#/state/live/register-service-worker.ts";
import { type Resumed, restoreChanges } from "#/state/live/restore.ts";

/** Resumes where the previous page ended: stores query results, and sends waiting changes to the server. */
export function resumeSession(
  client: QueryClient,
  options: { currentUserId: string; resumed: readonly Resumed[]; signal: AbortSignal },
): void {
  const { currentUserId, signal } = options;
  cacheForOffline(client, currentUserId, signal);
  void startOwnWorker().catch(() => undefined);
  const known = new Set<string>();
  const resume = (changes: readonly Resumed[]) => {
    for (const { waiting, shown } of changes) {
      known.add(waiting.key);
      resumeChange(client, waiting, shown);
    }
  };
  resume(options.resumed);
  // Changes that another tab had not sent when it was closed. The server recognizes a change that both send.
  const adopt = async () => {
    resume(await restoreChanges(currentUserId, (key) => !known.has(key) && !isOwnChange(key)));
  };
  window.addEventListener("online", () => void adopt(), { signal });
}
