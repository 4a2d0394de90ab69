import { useCallback, useSyncExternalStore } from "react";

/** Returns true while a media query matches, and updates live. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  // No prerendered markup depends on the result, and hydration may begin with the true one.
  const read = () => typeof window !== "undefined" && window.matchMedia(query).matches;
  return useSyncExternalStore(subscribe, read, read);
}
