import { useState } from "react";
import { notificationTexts } from "#/features/notifications/notification-texts.ts";
import { turnOff, turnOn, useNotifyDevice } from "#/state/notifications/notify-device.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { SettingCard } from "#/ui/settings/setting-card.tsx";

const words = notificationTexts.device;

const badges = {
  push: words.on,
  page: words.on,
  off: words.off,
  denied: words.blocked,
  unsupported: words.unavailable,
  insecure: words.unavailable,
} as const;

/** Shows whether this device displays notifications, or why it cannot and how to change that. */
export function DeviceGroup({ onTurnedOn }: { onTurnedOn: () => void }) {
  const state = useNotifyDevice((device) => device.state);
  const [isBusy, setBusy] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  const isOn = state === "push" || state === "page";
  const handleOn = async () => {
    setBusy(true);
    try {
      const next = await turnOn();
      setDismissed(next === "off");
      if (next === "push" || next === "page") onTurnedOn();
    } finally {
      setBusy(false);
    }
  };
  return (
    <SettingCard
      title={words.title}
      badge={<Badge className={isOn ? "bg-selected text-accent-ink" : ""}>{badges[state]}</Badge>}
      hint={state === "off" && isDismissed ? words.dismissed : words.hints[state]}
      actions={
        isOn ? (
          <Button onClick={() => void turnOff()}>{words.turnOff}</Button>
        ) : state === "off" ? (
          <Button tone="primary" disabled={isBusy} isBusy={isBusy} onClick={() => void handleOn()}>
            {isBusy ? words.turningOn : words.turnOn}
          </Button>
        ) : undefined
      }
    />
  );
}
