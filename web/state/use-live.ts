import type { StreamEvent } from "@inlet/contract/events.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen } from "#/api/live.ts";
import { queryKeys } from "#/api/queries.ts";

type Family = keyof typeof queryKeys;

/** At most one re-reading of a family in this time: a first sync tells of thousands of messages. */
const restMs = 1000;

/** Keeps the query cache true to what the server tells, as long as the calling component stands. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(client);
    const stop = listen((event) => refresher.take(event));
    return () => {
      stop();
      refresher.stop();
    };
  }, [client]);
}

/** Invalidates what an event touches: at once, then at most once per `restMs`. */
export function createRefresher(client: Pick<QueryClient, "invalidateQueries">) {
  const resting = new Map<Family, { timer: ReturnType<typeof setTimeout>; isDue: boolean }>();

  const refresh = (family: Family) => {
    const rest = resting.get(family);
    if (rest) {
      rest.isDue = true;
      return;
    }
    void client.invalidateQueries({ queryKey: queryKeys[family] });
    const timer = setTimeout(() => {
      const isDue = resting.get(family)?.isDue;
      resting.delete(family);
      if (isDue) refresh(family);
    }, restMs);
    resting.set(family, { timer, isDue: false });
  };

  return {
    take(event: StreamEvent) {
      for (const family of familiesOf(event)) refresh(family);
      if (event.kind === "message.changed" || event.kind === "message.gone") {
        for (const id of event.ids) {
          void client.invalidateQueries({ queryKey: [...queryKeys.emails, id] });
        }
      }
    },
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer);
      resting.clear();
    },
  };
}

function familiesOf(event: StreamEvent): Family[] {
  switch (event.kind) {
    case "message.arrived":
    case "message.changed":
    case "message.gone":
      return ["lists", "folders", "searches"];
    case "account.changed":
      return ["accounts", "folders"];
    case "folder.changed":
      return ["folders", "accounts"];
    case "outbox.changed":
      return ["outbox"];
    case "reset":
      return ["lists", "folders", "searches", "accounts", "emails", "outbox"];
  }
}
