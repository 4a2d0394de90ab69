import { healthz, metrics, openapi, readyz } from "@inlet/contract/admin/operations.ts";
import type { Registry } from "prom-client";
import type { Api } from "#/http/api.ts";
import { type MetricsAccess, mayReadMetrics } from "#/http/metrics-access.ts";
import type { OpenapiDocument } from "#/http/openapi.ts";
import { rawRoute, route } from "#/http/route.ts";

/** Routes for the operator. */
export function operationRoutes(
  api: Api,
  { registry, access }: { registry: Registry; access: MetricsAccess },
  document: OpenapiDocument,
): void {
  route(api, healthz, async () => ({ ok: true }) as const);

  route(api, readyz, async (_input, { reply }) => {
    const ok = await api.isReady();
    if (!ok) reply.code(503);
    return { ok };
  });

  rawRoute(api, metrics, async (_input, { request, reply, fail }) => {
    if (!mayReadMetrics(request, access)) fail("metrics.closed");
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await registry.metrics());
  });

  route(api, openapi, async () => document);
}
