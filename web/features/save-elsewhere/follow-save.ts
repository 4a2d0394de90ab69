import type { IntegrationId, MessageId } from "@inlet/contract/ids.ts";
import type { Saved } from "@inlet/contract/save-elsewhere.ts";
import { call } from "#/api/client.ts";
import { saveTexts as words } from "#/features/save-elsewhere/save-texts.ts";
import { tell, warn } from "#/state/toasts.ts";

const lookAgainMs = 600;
/** Longer than that nobody looks at a toast. */
const followMs = 20_000;

/** Tells what comes of a save that was asked for, in one toast, with the way to what was made. */
export async function followSave(
  which: { emailId: MessageId; integrationId: IntegrationId },
  service: string,
): Promise<void> {
  const options = { key: `save ${which.emailId} ${which.integrationId}` };
  tell(words.underWay(service), undefined, { ...options, timeoutMs: followMs });
  const end = Date.now() + followMs;
  let saved = await look(which);
  while (saved?.state !== "saved" && saved?.state !== "failed" && Date.now() < end) {
    // It was tried: it waits for longer than anybody does here.
    if (saved?.answer) break;
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    saved = await look(which);
  }
  if (saved?.state === "saved") {
    const isOld = saved.answer.startsWith("Already");
    const opening = opens(saved.link);
    // Something of it is not there, and the person is to know.
    if (!isOld && saved.answer !== "Saved.") warn(saved.answer, opening, options);
    else tell(isOld ? words.doneBefore(service) : words.done(service), opening, options);
  } else if (saved?.state === "failed") {
    warn(saved.answer || words.failed, undefined, options);
  } else {
    tell(words.later(service), undefined, options);
  }
}

/** Null while nobody answers. */
function look(which: { emailId: MessageId; integrationId: IntegrationId }): Promise<Saved | null> {
  return call("GET /email/{emailId}/save/{integrationId}", which).catch(() => null);
}

/** Leads to a page or card; an address of another kind is no way anywhere. */
function opens(link: string) {
  if (!/^https?:\/\//i.test(link)) return undefined;
  return {
    label: words.open,
    onAction: () => window.open(link, "_blank", "noopener,noreferrer"),
  };
}
