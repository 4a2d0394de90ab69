import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, type Registry } from "prom-client";
import type { Log } from "#/base/log.ts";

/** Counts and times every call, and writes the access log: with the route's pattern, never with the actual path. */
export function measure(server: FastifyInstance, log: Log, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "inlet_http_request_seconds",
    help: "Time from a request to the end of its response.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  server.addHook("onResponse", async (request, reply) => {
    const { method } = request;
    const route = request.routeOptions.url ?? "none";
    const status = reply.statusCode;
    duration.observe({ method, route, status }, reply.elapsedTime / 1000);
    log.info({ method, route, status, ms: Math.round(reply.elapsedTime) }, "request");
  });
}
