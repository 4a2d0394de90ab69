import { summarizeEmail } from "@inlet/contract/summaries.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { untilGone } from "#/http/until-gone.ts";

/** What mails say. */
export function summaryRoutes(api: Api): void {
  const { services } = api;
  route(api, summarizeEmail, ({ emailId, engine }, { caller, reply }) =>
    services.summarize(caller.userId, emailId, { engine, signal: untilGone(reply) }),
  );
}
