import type { FastifyInstance } from "fastify";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { Signer } from "#/base/signed-url.ts";
import type { AppContext } from "#/http/context.ts";
import type { Pace } from "#/http/program-pace.ts";

/** Everything that a route is built from. */
export interface Api extends AppContext {
  server: FastifyInstance;
  signer: Signer;
  clock: Clock;
  log: Log;
  pace: Pace;
  /** Holds answers against the contract before they leave: for tests, where a leak or a drift must be loud. */
  checksAnswers: boolean;
}
