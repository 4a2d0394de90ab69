import { useState } from "react";

/** State of a dialog, open or closed; use `round` as its key to start it from scratch each time. */
export function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  return {
    isOpen,
    round,
    open: () => {
      setRound(round + 1);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
