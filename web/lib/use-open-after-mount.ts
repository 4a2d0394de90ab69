import { useLayoutEffect, useState } from "react";

/**
 * Returns false in the first render of a window that mounts open, and `isOpen` right after it, before the paint. An element that
 * mounts open has no starting style: it would appear without its motion.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  // The second render is the purpose: it comes before the paint.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => setMounted(true), []);
  return isOpen && isMounted;
}
