import { fetchThrough } from "#/integrations/core/fetch-through.ts";
import { attemptMs } from "#/integrations/core/adapter.ts";
import type { SlackContext } from "./workspace.ts";

const answerBytes = 64 * 1024;

/** Shows a text to the user who pressed a button, at the address that Slack sent along; false if it is not accepted. */
export async function whisperAt(
  { egress, slack, log }: Pick<SlackContext, "egress" | "slack" | "log">,
  answerUrl: string,
  text: string,
): Promise<boolean> {
  if (!isOfSlack(answerUrl, slack?.apiUrl ?? "")) return false;
  const ask = fetchThrough(egress, { maxBytes: answerBytes, timeoutMs: attemptMs });
  const body = JSON.stringify({ response_type: "ephemeral", replace_original: false, text });
  try {
    const headers = { "content-type": "application/json; charset=utf-8" };
    return (await ask(answerUrl, { method: "POST", headers, body })).ok;
  } catch {
    // Anyone who knows the URL can use it, so it is not logged.
    log.warn("reporting the result of an action to Slack failed");
    return false;
  }
}

/** Returns true for Slack's own host of such addresses, and for the host of its API here. */
function isOfSlack(answerUrl: string, apiUrl: string): boolean {
  const url = URL.parse(answerUrl);
  return (
    url?.origin === "https://hooks.slack.com" || (!!url && url.origin === URL.parse(apiUrl)?.origin)
  );
}
