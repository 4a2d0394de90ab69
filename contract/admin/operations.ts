import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** Responds while the process runs. */
export const healthz = endpoint({
  method: "GET",
  path: "/healthz",
  access: "anyone",
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Responds with success if the database is available and its schema is current. */
export const readyz = endpoint({
  method: "GET",
  path: "/readyz",
  access: "anyone",
  input: z.object({}),
  output: z.object({ ok: z.boolean() }),
  errors: [],
});

/**
 * Returns metrics as Prometheus text to clients with the server's token or, if no token is configured, to clients on the machine
 * itself.
 */
export const metrics = endpoint({
  method: "GET",
  path: "/metrics",
  access: "anyone",
  carrier: "text",
  input: z.object({}),
  output: z.string(),
  errors: ["metrics.closed"],
});

export const openapi = endpoint({
  method: "GET",
  path: "/openapi.json",
  access: "anyone",
  input: z.object({}),
  output: z.unknown(),
  errors: [],
});
