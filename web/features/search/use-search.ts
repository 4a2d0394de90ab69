import { limits } from "@inlet/contract/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { searchQuery } from "#/api/queries.ts";
import { useDebounced } from "#/lib/use-debounced.ts";

/** What is typed, what was found for it, and the keys that walk through it. */
export function useSearchMail(options: {
  /** What was searched for last and is shown in the list. */
  shown: string;
  onOpen: (emailId: string) => void;
  onShowAll: (words: string) => void;
  onEscape: () => void;
}) {
  const [words, setWords] = useState(options.shown);
  const [picked, setPicked] = useState(-1);
  const settled = useDebounced(words, limits.searchDebounceMs);
  const answer = useQuery(searchQuery(settled));
  const isAsked = words.trim().length >= limits.searchMinLength;
  // Until the typing settles, the answer at hand belongs to other words.
  const isSearching = isAsked && (settled.trim() !== words.trim() || answer.isPending);
  const results = isAsked && !isSearching ? (answer.data?.results ?? []) : [];

  const type = (next: string) => {
    setWords(next);
    setPicked(-1);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && results.length) {
      event.preventDefault();
      // -1 is the field itself, between the last result and the first.
      setPicked(((picked + 1 + step + results.length + 1) % (results.length + 1)) - 1);
    } else if (event.key === "Enter") {
      const result = results[picked];
      event.preventDefault();
      if (result) options.onOpen(result.id);
      else if (isAsked) options.onShowAll(words.trim());
    } else if (event.key === "Escape") {
      options.onEscape();
    }
  };
  return {
    words,
    type,
    picked,
    pick: setPicked,
    results,
    /** The server knows of further ones. */
    hasMore: results.length > 0 && typeof answer.data?.nextCursor === "string",
    isAsked,
    isSearching,
    error: isAsked && !isSearching ? answer.error : null,
    handleKeyDown,
  };
}
