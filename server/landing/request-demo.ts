import type { z } from "zod";
import type { requestDemo as requestDemoEndpoint } from "@inlet/contract/admin/landing.ts";
import type { Clock } from "#/base/clock.ts";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

/** Stores a visitor's request for a demo. Throws the errors of its endpoint. */
export async function requestDemo(
  { execute, clock }: { execute: Execute; clock: Clock },
  { name, email, startsAt, zone, note }: z.output<typeof requestDemoEndpoint.input>,
): Promise<void> {
  if (name === "" || email === "") throw new Failure("demo.fields_required");
  if (!/^[^\s<>,;@]+@[^\s<>,;@]+$/.test(email)) throw new Failure("demo.email_invalid");
  const startsAtMs = Date.parse(startsAt);
  if (startsAtMs <= clock.now()) throw new Failure("demo.in_the_past");
  await execute("demo.request", { id: randomId(), name, email, startsAt: startsAtMs, zone, note });
}
