import type { StreamEvent } from "@inlet/contract/events.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen } from "#/api/live.ts";
import { queryKeys } from "#/api/queries.ts";
import { refreshLists } from "#/state/refresh-lists.ts";

type Family = keyof typeof queryKeys;

/**
 * At most one re-reading of a family in this time: a first sync tells of thousands of messages. New rows are waited
 * for and cost one request; counts and states are only glanced at.
 */
const restMs: Record<Family, number> = {
  lists: 150,
  emails: 150,
  outbox: 150,
  searches: 1000,
  folders: 500,
  accounts: 1000,
};

/** Keeps the query cache true to what the server tells, as long as the calling component stands. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher({
      invalidate: (queryKey) => void client.invalidateQueries({ queryKey }),
      refreshLists: (told) => refreshLists(client, told),
    });
    const stop = listen((event) => {
      if (event.kind !== "line.back") return refresher.take(event);
      // What failed while nobody answered is asked again, so that no screen stays broken.
      void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
    });
    return () => {
      stop();
      refresher.stop();
    };
  }, [client]);
}

/** Refreshes what an event touches: at once, then at most once per its `restMs`. */
export function createRefresher(cache: {
  invalidate: (queryKey: readonly string[]) => void;
  /** Resolves to false when the lists were busy; they are told again then. */
  refreshLists: (told: ReadonlySet<string> | null) => Promise<boolean>;
}) {
  const resting = new Map<Family, { timer: ReturnType<typeof setTimeout>; isDue: boolean }>();
  let told: Set<string> | null = new Set();
  let isStopped = false;

  const tellLists = async () => {
    const now = told;
    told = new Set();
    if (await cache.refreshLists(now)) return;
    // Safe to say twice: whoever is told again only reads again.
    told = now && told ? new Set([...told, ...now]) : null;
    refresh("lists");
  };
  const refresh = (family: Family) => {
    if (isStopped) return;
    const rest = resting.get(family);
    if (rest) {
      rest.isDue = true;
      return;
    }
    const timer = setTimeout(() => {
      const isDue = resting.get(family)?.isDue;
      resting.delete(family);
      if (isDue) refresh(family);
    }, restMs[family]);
    resting.set(family, { timer, isDue: false });
    if (family === "lists") void tellLists();
    else cache.invalidate(queryKeys[family]);
  };

  return {
    take(event: StreamEvent) {
      if (event.kind === "reset") told = null;
      else if (event.kind.startsWith("message.")) for (const id of event.ids) told?.add(id);
      for (const family of familiesOf(event)) refresh(family);
      // A mail that another client moves is gone for a moment and arrives anew under the same id.
      if (
        event.kind === "message.changed" ||
        event.kind === "message.gone" ||
        event.kind === "message.arrived"
      ) {
        for (const id of event.ids) cache.invalidate([...queryKeys.emails, id]);
      }
    },
    stop() {
      isStopped = true;
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
