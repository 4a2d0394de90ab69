import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { emailQuery } from "#/api/queries.ts";

const hoverMs = 65;

/** Fetches the mails that are likely next: the two below the open one, the one above, and what is pointed at. */
export function usePrefetch(ids: readonly string[], openId: string | null): (id: string) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const at = openId === null ? -1 : ids.indexOf(openId);
  const near = (at < 0 ? [ids[0], ids[1]] : [ids[at + 1], ids[at + 2], ids[at - 1]]).join(" ");
  useEffect(() => {
    if (isSavingData()) return;
    for (const id of near.split(" ").filter(Boolean)) void client.prefetchQuery(emailQuery(id));
  }, [client, near]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (id) => {
    clearTimeout(timer.current);
    if (isSavingData()) return;
    timer.current = setTimeout(() => void client.prefetchQuery(emailQuery(id)), hoverMs);
  };
}

function isSavingData(): boolean {
  return "connection" in navigator && Object(navigator.connection).saveData === true;
}
