import { useEffect, useRef, useState } from "react";

/**
 * Returns a function that requests a send. The user may send before the senders are loaded: the message is then sent as soon as it
 * can be. `Way` is the way of sending, such as its time.
 */
export function useAwaitedSend<Way>(canSend: boolean, send: (way?: Way) => void) {
  const [isAwaited, setAwaited] = useState(false);
  const awaited = useRef<Way>(undefined);
  useEffect(() => {
    if (!isAwaited || !canSend) return;
    setAwaited(false);
    send(awaited.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that it was asked for
  }, [isAwaited, canSend]);
  return (way?: Way) => {
    awaited.current = way;
    setAwaited(true);
  };
}
