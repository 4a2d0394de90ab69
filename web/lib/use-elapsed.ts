import { useEffect, useState } from "react";

/** Returns false until `delayMs` have passed since the component was mounted. */
export function useElapsed(delayMs: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(delayMs <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return hasElapsed;
}
