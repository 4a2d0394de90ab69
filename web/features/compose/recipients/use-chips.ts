import { useState } from "react";
import {
  splitAddresses,
  type Written,
  written,
  writtenAs,
} from "#/features/compose/recipients/addresses.ts";
import type { Suggestion } from "#/features/compose/recipients/use-suggestions.ts";

/** Returns the recipients of a field as chips, the text being typed behind them, and functions that change both. */
export function useChips(value: string, onChange: (value: string) => void) {
  const [chips, setChips] = useState<readonly Written[]>(() => splitAddresses(value));
  const [typed, setTyped] = useState("");
  const set = (nextChips: readonly Written[], nextTyped: string) => {
    setChips(nextChips);
    setTyped(nextTyped);
    onChange([...nextChips.map(({ text }) => text), nextTyped.trim()].filter(Boolean).join(", "));
  };
  const without = (index: number) => chips.filter((_, at) => at !== index);
  return {
    chips,
    typed,
    type: (text: string) => set(chips, text),
    /** Turns text into chips. */
    commit: (text: string) => set([...chips, ...splitAddresses(text)], ""),
    /** Each member of a group becomes a chip, which shows the recipients before the message is sent. */
    add: (suggestion: Suggestion) => {
      const people = suggestion.kind === "group" ? suggestion.members : [suggestion];
      set([...chips, ...people.map(({ name, address }) => writtenAs(written(name, address)))], "");
    },
    /** Adds a recipient from another field; the text being typed stays. */
    take: (text: string) => set([...chips, ...splitAddresses(text)], typed),
    removeAt: (index: number) => set(without(index), typed),
    /** Turns a chip into text again. */
    editAt: (index: number) => {
      const chip = chips[index];
      if (!chip) return;
      const others = without(index);
      set(typed.trim() ? [...others, ...splitAddresses(typed)] : others, chip.text);
    },
  };
}
