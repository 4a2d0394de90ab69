import type { Api } from "@inlet/contract/api.ts";
import type { DeliveryId } from "@inlet/contract/ids.ts";
import type { Integration, IntegrationKind } from "@inlet/contract/integrations/integrations.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** The user's integrations of every kind, and the kinds that this server offers. */
export const integrationsQuery = queryOptions({
  queryKey: [...queryKeys.settings, "integrations"],
  queryFn: ({ signal }) => call("GET /integrations", {}, { signal }),
  staleTime: 0,
});

type Answer = Api["GET /integrations"]["output"];

/** Returns the integrations of one kind. */
export function ofKind(answer: Answer | undefined, kind: IntegrationKind): Integration[] {
  return answer?.integrations.filter((one) => one.kind === kind) ?? [];
}

/** Poll interval of the open list of deliveries, which shows those that complete. */
const lookAgainMs = 4000;

/** Deliveries to an integration, the latest first. */
export const deliveriesQuery = (id: Integration["id"]) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.settings, "integrations", id],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /integrations/{id}/deliveries",
        pageParam === null ? { id } : { id, before: pageParam },
        { signal },
      ),
    initialPageParam: null as DeliveryId | null,
    getNextPageParam: ({ deliveries, hasMore }) => (hasMore ? deliveries.at(-1)?.id : undefined),
    staleTime: 0,
    refetchInterval: lookAgainMs,
  });
