import { useEffect, useRef, useState } from "react";

/**
 * Returns a function that requests a send. The shortcut may be pressed before the senders are loaded: the message is then sent as
 * soon as it can be.
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
