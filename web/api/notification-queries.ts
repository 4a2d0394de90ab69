import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** What the server can do to tell the person of something. */
export const notificationWaysQuery = queryOptions({
  queryKey: ["notification-ways"],
  queryFn: ({ signal }) => call("GET /user/notifications", {}, { signal }),
});
