import { useQuery } from "@tanstack/react-query";
import { slackQuery } from "#/api/slack-queries.ts";

/** Returns true if a service besides mailboxes is connected. */
export function useIsConnected(): boolean {
  const { data } = useQuery(slackQuery);
  return data !== undefined && data.workspaces.length > 0;
}
