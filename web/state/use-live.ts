import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Heard, listen } from "#/api/live.ts";

/** Keeps the query cache true to what the server tells, as long as the calling component stands. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    // What is done with news is fetched after the first paint; what is told before that waits for it.
    const waiting: Heard[] = [];
    let take: (event: Heard) => void = (event) => waiting.push(event);
    const stop = new AbortController();
    const stopListening = listen((event) => take(event));
    import("#/state/heed-live.ts").then(
      ({ heedLive }) => {
        if (stop.signal.aborted) return;
        take = heedLive(client, stop.signal);
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
