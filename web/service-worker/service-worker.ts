/**
 * Serves the app's own files from this device: the app opens at once and without a connection. It never sees responses of the
 * API: it handles only pages and the build's files. Each build is a separate cache, filled before the build is used, and
 * therefore a page and its lazy parts always belong together.
 */

import { type Asked, queuedActionsCache, notificationActions } from "#/lib/notification-actions.ts";

// Safe: this script only runs as a service worker.
const worker = self as unknown as ServiceWorkerGlobalScope;

/** Inserted by tools/build.ts: the name of this build, and the files that it needs to open. */
declare const buildName: string;
declare const buildFiles: readonly string[];

const cachePrefix = "inlet-build-";
const cacheName = `${cachePrefix}${buildName}`;
/** All screens are the same page. */
const page = "/app";
const screens = /^\/(login|signup|auth\/callback|app(\/.*)?)$/;

worker.addEventListener("install", (event) => {
  event.waitUntil(fill());
  event.waitUntil(leaveCallsAlone(event));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(dropOthers());
});

worker.addEventListener("message", (event) => {
  // The user wants to use the new version now.
  if (event.data === "take-over") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate" && screens.test(pathname)) {
    event.respondWith(fromCache(page, request));
  } else if (isOfBuild(pathname)) {
    event.respondWith(fromCache(pathname, request));
  }
});

/** Languages are cached on first use: a page needs one at most. */
function isOfBuild(pathname: string): boolean {
  return /^\/(?:assets|languages)\//.test(pathname) || buildFiles.includes(pathname);
}

// Mail arrived while no page was visible: the server sent this push, and it contains the notification's content.
worker.addEventListener("push", (event) => {
  event.waitUntil(showAll(event.data));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  // Safe: every notification is created with this data.
  const data = event.notification.data as NotificationData | null;
  const emailId = data?.emailId ?? null;
  const asked = notificationActions.find(({ action }) => action === event.action);
  event.waitUntil(
    asked && emailId !== null ? ask({ action: asked.action, emailId }) : open(emailId),
  );
});

/** The shape defined in contract/mail/notifications.ts. */
interface Note {
  title: string;
  body: string;
  tag: string;
  emailId: string | null;
  isSilent: boolean;
}

/** The notifications of one push, and the names of their actions in the language of the user. */
interface DescribedEvent {
  notes: Note[];
  actions?: Partial<Record<Asked["action"], string>>;
}

type NotificationData = Pick<Note, "emailId">;

async function showAll(data: PushMessageData | null): Promise<void> {
  if (data === null) return;
  // Safe: only messages signed with the server's own key reach this browser.
  const { notes, actions = {} } = data.json() as DescribedEvent;
  const offered = notificationActions.map(({ action, title }) => ({
    action,
    title: actions[action] ?? title,
  }));
  for (const { title, body, tag, emailId, isSilent } of notes) {
    const options = {
      body,
      tag,
      icon: "/icon-192.png",
      silent: isSilent,
      data: { emailId } satisfies NotificationData,
      // The DOM types omit actions, because Firefox and Safari lack them.
      actions: emailId === null ? [] : offered,
    };
    await worker.registration.showNotification(title, options);
  }
}

/** Stores the action for an open page, or opens one: this script has no session. */
async function ask(asked: Asked): Promise<void> {
  const cache = await caches.open(queuedActionsCache);
  await cache.put(`/asked/${crypto.randomUUID()}`, new Response(JSON.stringify(asked)));
  // A page that was loaded before this script was installed also receives the message.
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const opened = pages.find(({ url }) => new URL(url).pathname.startsWith(page));
  if (opened) opened.postMessage({ kind: "asked" });
  else await worker.clients.openWindow(`${page}/inbox`);
}

/** Opens the message in an open page, else in a new one. */
async function open(emailId: string | null): Promise<void> {
  const pages = await worker.clients.matchAll({ type: "window" });
  const opened = pages.find(({ url }) => new URL(url).pathname.startsWith(page));
  if (opened) {
    opened.postMessage({ kind: "open-email", emailId });
    await opened.focus();
    return;
  }
  const query = emailId === null ? "" : `?email=${encodeURIComponent(emailId)}`;
  await worker.clients.openWindow(`${page}/inbox${query}`);
}

/**
 * Calls of the API bypass this worker: none waits for its start, and the last request of a closing page is not lost in it. In
 * browsers without static routes, they pass through.
 */
async function leaveCallsAlone(event: InstallEvent): Promise<void> {
  await event.addRoutes?.({ condition: { requestDestination: "" }, source: "network" });
}

/** Static routes (Service Workers, W3C): supported by Chromium, not by every browser. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?: (rule: { condition: { requestDestination: "" }; source: "network" }) => Promise<void>;
}

async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  // Bypasses the browser's own cache, which may still hold a page of another build.
  const files = [page, ...buildFiles].map((file) => new Request(file, { cache: "no-cache" }));
  await cache.addAll(files);
  // The page that starts this worker has loaded its language already, so its request does not pass through this worker.
  const html = (await (await cache.match(page))?.text()) ?? "";
  const language = /<html lang="([\w-]+)"/.exec(html)?.[1] ?? "en";
  if (language !== "en") await cache.add(`/languages/${language.toLowerCase()}.js`);
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function fromCache(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(file, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  // Files with a hash in their address, such as fonts of another script, never change.
  if (response.ok && isOfBuild(file)) await cache.put(file, response.clone());
  return response;
}
