import { useEffect, useRef, useState } from "react";

/**
 * Keys may be faster than the answer that tells who writes: what was to be sent until then is sent as soon as it can
 * be. Answers how to ask for that.
 */
export function useAwaitedSend(canSend: boolean, send: (sendAt?: string) => void) {
  const [isAwaited, setAwaited] = useState(false);
  const sendAt = useRef<string>(undefined);
  useEffect(() => {
    if (!isAwaited || !canSend) return;
    setAwaited(false);
    send(sendAt.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that it was asked for
  }, [isAwaited, canSend]);
  return (at?: string) => {
    sendAt.current = at;
    setAwaited(true);
  };
}
