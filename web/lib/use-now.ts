import { useSyncExternalStore } from "react";

const stepMs = 30_000;

let now = new Date();

/** The time, as fine as labels of dates need it; all who ask are told together. */
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
  // A page that slept shows the old time until it is looked at.
  document.addEventListener("visibilitychange", step);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", step);
  };
}
