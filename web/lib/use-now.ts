import { useSyncExternalStore } from "react";

const stepMs = 30_000;

let now = new Date();

/** Returns the time, precise enough for labels of dates; all users of the hook update together. */
export function useNow(): Date {
  const read = () => now;
  return useSyncExternalStore(subscribe, read, read);
}

function subscribe(onChange: () => void): () => void {
  const step = () => {
    if (Date.now() - now.getTime() >= stepMs) now = new Date();
    onChange();
  };
  step();
  const timer = setInterval(step, stepMs);
  // A page that slept would show the old time when it becomes visible.
  document.addEventListener("visibilitychange", step);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", step);
  };
}
