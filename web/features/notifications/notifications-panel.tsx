import { limits } from "@inlet/contract/limits.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { DeviceGroup } from "#/features/notifications/device-group.tsx";
import { MessagesGroup } from "#/features/notifications/messages-group.tsx";
import { MailGroup } from "#/features/notifications/mail-group.tsx";
import { notificationTexts } from "#/features/notifications/notification-texts.ts";
import { ownTimeZone } from "#/features/notifications/own-time-zone.ts";
import { QuietGroup } from "#/features/notifications/quiet-hours-group.tsx";
import { useChangePreferences } from "#/state/changes/change-preferences.ts";
import { usePreference } from "#/state/session/preferences.ts";

/** Settings for notifications: about which mail, on which device and when. Each change is saved immediately. */
export function NotificationsPanel() {
  const choices = usePreference("notifications");
  const change = useChangePreferences();
  // Counts the saves, to confirm each one again.
  const [saved, setSaved] = useState(0);
  const keep = (changed: Partial<MailPreferences["notifications"]>) => {
    const timeZone = choices.timeZone || ownTimeZone();
    change(
      { notifications: { ...choices, timeZone, ...changed } },
      { onSuccess: () => setSaved((count) => count + 1) },
    );
  };
  return (
    <>
      <Saved key={saved} isShown={saved > 0} />
      <div>
        <DeviceGroup onTurnedOn={() => keep({ desktop: true })} />
        <MailGroup choices={choices} onChange={keep} />
        <QuietGroup choices={choices} onChange={keep} />
        <MessagesGroup choices={choices} onChange={keep} />
      </div>
    </>
  );
}

/** A short confirmation that disappears after a while; visible at every scroll position. */
function Saved({ isShown }: { isShown: boolean }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setOver(true), limits.profileMessageMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <p
      role="status"
      className="pointer-events-none sticky top-4 z-10 flex h-0 justify-end text-control text-success"
    >
      {isShown && !isOver && (
        <span className="flex h-7 items-center gap-1.5 rounded-full border border-line bg-raised px-3 shadow-menu">
          <Check size={16} strokeWidth={1.75} aria-hidden="true" />
          {notificationTexts.saved}
        </span>
      )}
    </p>
  );
}
