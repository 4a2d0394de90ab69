import type { FastifyInstance } from "fastify";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { Signer } from "#/base/signed-url.ts";
import type { AppContext } from "#/http/context.ts";
import type { Pace } from "#/http/api-client-rate.ts";

/** The application's context, and the parts that routes need. */
export interface Api extends AppContext {
  server: FastifyInstance;
  signer: Signer;
  clock: Clock;
  log: Log;
  pace: Pace;
  /** Checks responses against the contract before they are sent. Tests set it, so leaks and deviations fail. */
  checksAnswers: boolean;
}
