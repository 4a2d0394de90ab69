import { useEffect, useRef } from "react";

type Snooze = (until: Date) => void;

/** Snoozes the current messages; undefined if there are none, or if they cannot be snoozed. */
let latest: { current: Snooze | undefined } | null = null;

/** Offers a snooze of the selected messages, or of the one that is open or under the cursor, to the palette. */
export function useSnoozeCurrent(snooze: Snooze | undefined): void {
  const own = useRef(snooze);
  useEffect(() => {
    own.current = snooze;
  });
  useEffect(() => {
    latest = own;
    return () => {
      if (latest === own) latest = null;
    };
  }, []);
}

/** Reports whether there are current messages that can be snoozed. */
export function canSnooze(): boolean {
  return latest?.current !== undefined;
}

/** Snoozes the current messages. */
export function snoozeCurrent(until: Date): void {
  latest?.current?.(until);
}
