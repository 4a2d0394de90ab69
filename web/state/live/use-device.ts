import { type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenIdle } from "#/lib/when-idle.ts";
import { restore } from "#/state/live/restore.ts";
import { useSession } from "#/state/session/session.ts";

/** Restores the data that this device has stored, and stores new data, while the calling component is mounted. */
export function useDevice(client: QueryClient): void {
  useEffect(() => {
    const currentUserId = useSession.getState().user?.id;
    if (!currentUserId) return;
    const stop = new AbortController();
    const restored = restore(client, currentUserId);
    // The code for storing and for waiting changes is loaded after the first paint.
    const cancel = whenIdle(() => {
      Promise.all([restored, import("#/state/live/resume-page.ts")]).then(
        ([resumed, { resumeSession }]) => {
          if (!stop.signal.aborted)
            resumeSession(client, { currentUserId, resumed, signal: stop.signal });
        },
        () => undefined,
      );
    });
    return () => {
      cancel();
      stop.abort();
    };
  }, [client]);
}
