import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type LiveEvent, listen } from "#/api/live.ts";

/** Keeps the query cache up to date with the live stream, while the calling component is mounted. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    // The handler of events is loaded after the first paint; earlier events wait for it.
    const waiting: LiveEvent[] = [];
    let take: (event: LiveEvent) => void = (event) => waiting.push(event);
    const stop = new AbortController();
    const stopListening = listen((event) => take(event));
    import("#/state/live/handle-live-event.ts").then(
      ({ createLiveEventHandler }) => {
        if (stop.signal.aborted) return;
        take = createLiveEventHandler(client, stop.signal);
        for (const event of waiting) take(event);
      },
      () => undefined,
    );
    return () => {
      stop.abort();
      stopListening();
    };
  }, [client]);
}
