import { create } from "zustand";
import { call } from "#/api/client.ts";
import { useSession } from "#/state/session/session.ts";

/**
 * Mode of notifications on this device: `push` also while no page is open, `page` while one is. Or the reason for their absence:
 * they are off, the browser denies them, it does not support them, or the page's connection is not secure.
 */
export type DeviceState = "push" | "page" | "off" | "denied" | "unsupported" | "insecure";

const storageKey = "inlet-notifications";
const answerMs = 10_000;

/** Notification state of this device. */
export const useNotifyDevice = create<{ state: DeviceState }>()(() => ({ state: deviceState() }));

// The next user to sign in is asked again, and another user's mail is not shown to them.
useSession.subscribe(({ token }) => {
  if (token) return;
  localStorage.removeItem(storageKey);
  look();
  void currentSubscription().then((subscription) => subscription?.unsubscribe());
});

/** Returns the current state. */
export function deviceState(): DeviceState {
  if (!window.isSecureContext) return "insecure";
  if (!("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const kept = localStorage.getItem(storageKey);
  return Notification.permission === "granted" && (kept === "push" || kept === "page")
    ? kept
    : "off";
}

/** Updates the state: permissions change in the browser's own settings. */
export function look(): void {
  useNotifyDevice.setState({ state: deviceState() });
}

/** Requests permission, which needs a click, and turns notifications on if it is granted. */
export async function turnOn(): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission === "granted") localStorage.setItem(storageKey, await subscribe());
  look();
  return deviceState();
}

/** Turns notifications on this device off. */
export async function turnOff(): Promise<void> {
  localStorage.removeItem(storageKey);
  look();
  const subscription = await currentSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  // If this request is lost, the push service reports the subscription as expired.
  await call("POST /user/push/remove", { endpoint }).catch(() => undefined);
  await subscription.unsubscribe();
}

/** Runs once per page load: the subscription may have expired, and must belong to the current session. */
export async function renew(): Promise<void> {
  const state = deviceState();
  if (state !== "push" && state !== "page") return;
  const way = await subscribe();
  // It may have been turned off in between.
  if (deviceState() === state) localStorage.setItem(storageKey, way);
  look();
}

/** Subscribes to push if the browser has a push service that this server reaches. */
async function subscribe(): Promise<"push" | "page"> {
  try {
    const { pushKey } = await call("GET /user/notifications", {});
    const registration = await navigator.serviceWorker.getRegistration();
    if (!registration?.pushManager) return "page";
    const subscription = await Promise.race([
      subscribeWith(registration.pushManager, pushKey),
      late(),
    ]);
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh = "", auth = "" } = keys ?? {};
    try {
      await call("PUT /user/push", { endpoint: endpoint ?? "", p256dh, auth });
    } catch (error) {
      await subscription.unsubscribe();
      throw error;
    }
    return "push";
  } catch {
    // Without a reachable push service, an open page still shows notifications.
    return "page";
  }
}

async function subscribeWith(push: PushManager, pushKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(pushKey) };
  try {
    return await push.subscribe(options);
  } catch (error) {
    // The server had another key when the browser subscribed.
    const old = await push.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return push.subscribe(options);
  }
}

/** Timeout for browsers without a push service, whose request never ends. */
async function late(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, answerMs));
  throw new Error("The push service does not answer.");
}

async function currentSubscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
