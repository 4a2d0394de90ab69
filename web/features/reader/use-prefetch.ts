import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { emailQuery, threadQuery } from "#/api/queries.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import { findRow } from "#/state/changes/find-row.ts";

const hoverMs = 65;
const paintedMs = 100;

/** Prefetches messages likely to be opened next: the two below the open one, the one above, and the one under the pointer. */
export function usePrefetch(ids: readonly string[], openId: string | null): (id: string) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const at = openId === null ? -1 : ids.indexOf(openId);
  const near = (at < 0 ? [ids[0], ids[1]] : [ids[at + 1], ids[at + 2], ids[at - 1]]).join(" ");
  useEffect(() => {
    if (isSavingData()) return;
    // Runs after the opened message is painted.
    return whenIdle(() => {
      for (const id of near.split(" ").filter(Boolean)) prefetchMail(client, id);
    }, paintedMs);
  }, [client, near]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (id) => {
    clearTimeout(timer.current);
    if (isSavingData()) return;
    timer.current = setTimeout(() => prefetchMail(client, id), hoverMs);
  };
}

function prefetchMail(client: QueryClient, id: string): void {
  void client.prefetchQuery(emailQuery(id));
  const row = findRow(client, id);
  if (row) void client.prefetchQuery(threadQuery(row.threadId));
}

/** Reports whether the user wants to save data, and nothing should be prefetched. */
export function isSavingData(): boolean {
  return "connection" in navigator && Object(navigator.connection).saveData === true;
}
