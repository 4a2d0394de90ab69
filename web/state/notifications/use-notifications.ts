import { limits } from "@inlet/contract/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { call } from "#/api/client.ts";
import { newId } from "#/lib/new-id.ts";
import { applyQueuedActions } from "#/state/notifications/apply-queued-actions.ts";
import { look, renew } from "#/state/notifications/notify-device.ts";
import { usePreference } from "#/state/session/preferences.ts";

/** Differs for each page load: the last request of the previous page may arrive after the first one of this page. */
const tabId = newId();
let words = 0;

/**
 * Renews the notification subscription, reports the page's visibility, opens the target of a notification, and runs the actions
 * selected in one.
 */
export function useNotifications(): void {
  const { newMail, desktop } = usePreference("notifications");
  const isEnabled = newMail && desktop;
  useEffect(() => {
    void renew();
  }, []);
  useEffect(() => (isEnabled ? reportPresence() : undefined), [isEnabled]);

  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useEffectEvent((emailId: string | null) => {
    const search = emailId === null ? {} : { email: emailId };
    void navigate({ to: "/app/$folder", params: { folder: "inbox" }, search });
  });
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const stop = new AbortController();
    const onMessage = ({ data }: MessageEvent<{ kind?: string; emailId?: string | null }>) => {
      if (data.kind === "open-email") open(data.emailId ?? null);
      if (data.kind === "asked") void applyQueuedActions(client).catch(() => undefined);
    };
    // This includes actions selected while no page was open.
    void applyQueuedActions(client).catch(() => undefined);
    navigator.serviceWorker.addEventListener("message", onMessage, stop);
    document.addEventListener("visibilitychange", look, stop);
    return () => stop.abort();
  }, [client]);
}

/** Reports to the server when this page becomes visible and hidden, until the returned function is called. */
function reportPresence(): () => void {
  const stop = new AbortController();
  const isInSight = () => document.visibilityState === "visible";
  const report = () => reportVisibility(isInSight());
  const timer = setInterval(() => {
    if (isInSight()) reportVisibility(true);
  }, limits.presenceMs);
  document.addEventListener("visibilitychange", report, stop);
  window.addEventListener("pagehide", () => reportVisibility(false), stop);
  report();
  return () => {
    clearInterval(timer);
    stop.abort();
    reportVisibility(false);
  };
}

/** A report that is lost expires automatically. */
function reportVisibility(isVisible: boolean): void {
  words += 1;
  const presence = { tabId, isVisible, word: words };
  void call("PUT /user/presence", presence, { keepalive: true }).catch(() => undefined);
}
