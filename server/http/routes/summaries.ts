import { summarizeEmail } from "@inlet/contract/summaries.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** What mails say. */
export function summaryRoutes(api: Api): void {
  const { services } = api;
  route(api, summarizeEmail, ({ emailId }, { caller }) =>
    services.summarize(caller.userId, emailId),
  );
}
