import { texts } from "#/lib/texts.ts";
import { tell } from "#/state/toasts.ts";

const address = "/service-worker.js";
const askMs = 3600_000;

interface AddressPolicy {
  createScriptURL: (url: string) => unknown;
}

/**
 * Has the service worker keep the app's files on this device, and says when there is a newer version. It needs a secure
 * context; elsewhere, and where a page is served while it is developed, everything works without.
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
    // The first one takes the place of none.
    if (worker?.state !== "installed" || !serviceWorker.controller) return;
    const onAction = () => {
      isWanted = true;
      worker.postMessage("take-over");
    };
    tell(
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
  // A page that stays open for days learns of it, too.
  let askedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - askedAt < askMs) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** The one address of a script that this page may ever name. */
function trusted(url: string): string {
  // Browsers without Trusted Types take the text itself.
  const { trustedTypes } = window as { trustedTypes?: TypePolicies };
  const policy = trustedTypes?.createPolicy("inlet-worker", {
    createScriptURL: (text) => {
      if (text !== address)
        throw new TypeError("Only the service worker is a script by its address.");
      return text;
    },
  });
  // Safe: `register` takes what a policy made as well as text; the types of the DOM know the text alone.
  return (policy?.createScriptURL(url) ?? url) as string;
}

interface TypePolicies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ) => AddressPolicy;
}
