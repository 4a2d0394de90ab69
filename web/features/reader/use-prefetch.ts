import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { emailQuery, threadQuery } from "#/api/queries.ts";
import { whenIdle } from "#/lib/when-idle.ts";
import { findRow } from "#/state/changes/find-row.ts";

const hoverMs = 65;
const paintedMs = 100;

/**
 * Prefetches messages likely to be opened next: three in the direction in which the user moves through the list, the one on the
 * other side, and the one under the pointer.
 */
export function usePrefetch(ids: readonly string[], openId: string | null): (id: string) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const at = openId === null ? -1 : ids.indexOf(openId);
  const [last, setLast] = useState({ openId, step: 1 });
  if (last.openId !== openId) {
    setLast({ openId, step: stepFrom(last, at, ids) });
  }
  const steps = at < 0 ? [1, 2] : [1, 2, 3, -1].map((by) => by * last.step);
  const near = steps.map((by) => ids[at + by]).join(" ");
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

/** Returns 1 for a move down the list, -1 for one up. */
function stepFrom(
  { openId, step }: { openId: string | null; step: number },
  at: number,
  ids: readonly string[],
): number {
  if (openId === null || at < 0) return 1;
  const from = ids.indexOf(openId);
  // A message that left the list, as after archiving, does not change the direction.
  return from < 0 ? step : Math.sign(at - from);
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
