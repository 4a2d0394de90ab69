import { useState } from "react";

/** A dialog that is open or not; `round` as its key lets it begin anew each time. */
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
