import type { QueryClient } from "@tanstack/react-query";
import { resumeChange } from "#/state/change-email.ts";
import { keepOffline } from "#/state/keep-offline.ts";
import { isOwnChange } from "#/state/waiting.ts";
import { startOwnWorker } from "#/state/own-worker.ts";
import { type Resumed, restoreChanges } from "#/state/restore.ts";

/** Goes on where the page before this one ended: what is read is kept, and what waits is told to the server. */
export function goOn(
  client: QueryClient,
  options: { person: string; resumed: readonly Resumed[]; signal: AbortSignal },
): void {
  const { person, signal } = options;
  keepOffline(client, person, signal);
  void startOwnWorker().catch(() => undefined);
  const known = new Set<string>();
  const resume = (changes: readonly Resumed[]) => {
    for (const { waiting, shown } of changes) {
      known.add(waiting.key);
      resumeChange(client, waiting, shown);
    }
  };
  resume(options.resumed);
  // What another tab had not told when it was closed. The server knows a change that both of them tell.
  const adopt = async () => {
    resume(await restoreChanges(person, (key) => !known.has(key) && !isOwnChange(key)));
  };
  window.addEventListener("online", () => void adopt(), { signal });
}
