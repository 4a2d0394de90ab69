import { summarizeEmail as summarizeEmailEndpoint } from "@inlet/contract/ai/summaries.ts";
import { summarizeEmail } from "#/ai/summaries/summarize-email.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { disconnectSignal } from "#/http/disconnect-signal.ts";

/** Routes of summaries. */
export function summaryRoutes(api: Api): void {
  const { ai } = api;
  route(api, summarizeEmailEndpoint, ({ emailId, engine }, { caller, reply }) =>
    summarizeEmail(ai, caller.userId, emailId, { engine, signal: disconnectSignal(reply) }),
  );
}
