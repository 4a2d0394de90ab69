import type { Api } from "@inlet/contract/api.ts";
import { call } from "#/api/client.ts";
import { notificationActions } from "#/lib/notification-actions.ts";
import { deviceState } from "#/state/notifications/notify-device.ts";

type Note = Api["POST /user/notifications/describe"]["output"]["notes"][number];

const lockName = "inlet-notifying";
/** Maximum number of messages per request. */
const most = 500;

/** Shows notifications of due messages if push does not, in one page of the browser. */
export async function showDue(ids: readonly string[]): Promise<void> {
  if (deviceState() !== "page" || !(await isTheOne())) return;
  // The user sees it arrive: the server may not know yet that the page is visible.
  if (document.visibilityState === "visible") return;
  const input = { ids: ids.slice(-most) } as Api["POST /user/notifications/describe"]["input"];
  const { notes } = await call("POST /user/notifications/describe", input);
  for (const note of notes) await show(note);
}

async function show({ title, body, tag, emailId, isSilent }: Note): Promise<void> {
  const options = { body, tag, icon: "/icon-192.png", silent: isSilent, data: { emailId } };
  const registration = await navigator.serviceWorker.getRegistration();
  // The service worker handles a click on it.
  if (registration?.active) {
    const actions = emailId === null ? [] : notificationActions;
    const acting = { ...options, actions };
    return registration.showNotification(title, acting);
  }
  const shown = new Notification(title, options);
  shown.addEventListener("click", () => {
    shown.close();
    window.focus();
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent("message", { data: { kind: "open-email", emailId } }),
    );
  });
}

let first: Promise<boolean> | undefined;

/**
 * Returns true if this page, among all pages of the browser, shows notifications: the first that had to, until it is closed.
 */
async function isTheOne(): Promise<boolean> {
  first ??= new Promise<boolean>((resolve) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => undefined);
    };
    navigator.locks.request(lockName, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
  const isFirst = await first;
  // The page that shows notifications may be closed by the next time.
  if (!isFirst) first = undefined;
  return isFirst;
}
