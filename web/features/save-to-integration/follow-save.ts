import type { IntegrationId, MessageId } from "@inlet/contract/ids.ts";
import type { Saved } from "@inlet/contract/integrations/save-to-integration.ts";
import { call } from "#/api/client.ts";
import { saveTexts as words } from "#/features/save-to-integration/save-texts.ts";
import { notify, warn } from "#/state/changes/toasts.ts";

const lookAgainMs = 600;
/** Longest time that a user watches a toast. */
const trackMs = 20_000;

/** Reports the progress of a requested save, in one toast, with a link to the created item. */
export async function trackSave(
  which: { emailId: MessageId; integrationId: IntegrationId },
  service: string,
): Promise<void> {
  const options = { key: `save ${which.emailId} ${which.integrationId}` };
  notify(words.underWay(service), undefined, { ...options, timeoutMs: trackMs });
  const end = Date.now() + trackMs;
  let saved = await look(which);
  while (saved?.state !== "saved" && saved?.state !== "failed" && Date.now() < end) {
    // It was tried and is retried later than the user waits here.
    if (saved?.answer) break;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    saved = await look(which);
  }
  if (saved?.state === "saved") {
    const isOld = saved.answer.startsWith("Already");
    const opening = opens(saved.link);
    // The copy is incomplete, and the user must know.
    if (!isOld && saved.answer !== "Saved.") warn(saved.answer, opening, options);
    else notify(isOld ? words.doneBefore(service) : words.done(service), opening, options);
  } else if (saved?.state === "failed") {
    warn(saved.answer || words.failed, undefined, options);
  } else {
    notify(words.later(service), undefined, options);
  }
}

/** Null if the server does not respond. */
function look(which: { emailId: MessageId; integrationId: IntegrationId }): Promise<Saved | null> {
  return call("GET /email/{emailId}/save/{integrationId}", which).catch(() => null);
}

/** Returns an action that opens a page or card; undefined for other URL schemes. */
function opens(link: string) {
  if (!/^https?:\/\//i.test(link)) return undefined;
  return {
    label: words.open,
    onAction: () => window.open(link, "_blank", "noopener,noreferrer"),
  };
}
