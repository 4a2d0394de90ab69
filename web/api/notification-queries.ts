import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** Ways in which the server can notify the user. */
export const notificationWaysQuery = queryOptions({
  queryKey: ["notification-ways"],
  queryFn: ({ signal }) => call("GET /user/notifications", {}, { signal }),
});
