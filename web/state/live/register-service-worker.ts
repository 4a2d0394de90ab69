import { texts } from "#/texts/shared/app-texts.ts";
import { notify } from "#/state/changes/toasts.ts";

const address = "/service-worker.js";
const askMs = 3600_000;

interface AddressPolicy {
  createScriptURL: (url: string) => unknown;
}

/**
 * Registers the service worker, which caches the app's files on this device, and reports a new version. It requires a secure
 * context; without one, and on the development server, the app works without a service worker.
 */
export async function startOwnWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(trusted(address), { updateViaCache: "none" });
  let isWanted = false;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isWanted) location.reload();
  });
  const offer = (worker: ServiceWorker | null) => {
    // The first worker replaces no older version.
    if (worker?.state !== "installed" || !serviceWorker.controller) return;
    const onAction = () => {
      isWanted = true;
      worker.postMessage("take-over");
    };
    notify(
      texts.update.ready,
      { label: texts.update.reload, onAction },
      { key: "update", timeoutMs: 0 },
    );
  };
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => offer(worker));
  });
  // Checks for a new version on a page that stays open for days.
  let askedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - askedAt < askMs) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Returns the only script address that this page may use. */
function trusted(url: string): string {
  // Browsers without Trusted Types take the string itself.
  const { trustedTypes } = window as { trustedTypes?: TypePolicies };
  const policy = trustedTypes?.createPolicy("inlet-worker", {
    createScriptURL: (text) => {
      if (text !== address)
        throw new TypeError("Only the service worker is a script by its address.");
      return text;
    },
  });
  // Safe: `register` accepts the result of a policy as well as a string; the DOM types only know the string.
  return (policy?.createScriptURL(url) ?? url) as string;
}

interface TypePolicies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ) => AddressPolicy;
}
