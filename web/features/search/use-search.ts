import { limits } from "@inlet/contract/limits.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { ApiFailure } from "#/api/client.ts";
import { type ListedEmail, searchQuery } from "#/api/queries.ts";
import { lookHere } from "#/features/search/query/search-cached.ts";
import {
  joinWords,
  openOperator,
  type Piece,
  refusedPiece,
  splitWords,
  searchedWords,
} from "#/features/search/query/query-terms.ts";
import { isOfName, isOfPlace, refusalOf } from "#/features/search/query/query-problems.ts";
import {
  forgetRecentSearch,
  recordRecentSearch,
  useRecentSearches,
} from "#/features/search/recent-searches.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { type Suggestion, suggestionsFor } from "#/features/search/query/suggestions.ts";
import { useHere } from "#/features/search/query/use-current-list.ts";
import { type Completion, useCompletions } from "#/features/search/query/use-completions.ts";
import { useDebounced } from "#/lib/use-debounced.ts";
import { useSavedSearches } from "#/state/view/saved-searches.ts";

/** One item below the search field. */
export type SearchItem =
  | Suggestion
  | ({ kind: "completion" } & Completion)
  | { kind: "result"; email: ListedEmail };

export type MailSearch = ReturnType<typeof useSearchMail>;

/** Returns the state of the search: the input, its suggestions and results, and the handler of keys that move through them. */
export function useSearchMail(options: {
  /** The last search, which the list shows. */
  shown: string;
  /** Input typed before this was loaded. */
  typed?: string;
  /** If false, the user is not typing. */
  isNear: boolean;
  onOpen: (emailId: string) => void;
  onShowAll: (words: string) => void;
  onEscape: () => void;
}) {
  const { shown } = options;
  const client = useQueryClient();
  const [words, setWords] = useState(options.typed ?? shown);
  const [picked, setPicked] = useState(-1);
  const { chips, rest } = splitWords(words, !options.isNear || words === shown);
  const open = openOperator(rest);
  const completions = useCompletions(open);
  const recents = useRecentSearches();
  const problem = problemOf(words, open, completions);

  const settled = useDebounced(words, limits.searchDebounceMs);
  const isLongEnough = words.trim().length >= limits.searchMinLength;
  const isAsked = isLongEnough && problem === null;
  const isSettled = settled.trim() === words.trim();
  const answer = useQuery({
    ...searchQuery(settled),
    ...(!(isAsked && isSettled) && { enabled: false }),
  });
  // Until typing pauses, the current response belongs to the previous words.
  const isAway = isSettled && isUnanswered(answer.error ?? answer.failureReason);
  const known = isAsked && isAway && !answer.data ? (lookHere(client, words) ?? []) : [];
  const here = known.length > 0 ? known : null;
  const isSearching = isAsked && here === null && (!isSettled || answer.isPending);
  const results = isAsked && !isSearching ? (answer.data?.results ?? here ?? []) : [];
  const items: SearchItem[] = [
    ...suggestionsFor({ words, rest, here: useHere() }, recents, useSavedSearches()),
    ...completions
      .filter(({ piece }) => piece !== open?.text)
      .map((one): SearchItem => ({ kind: "completion", ...one })),
    ...results.map((email): SearchItem => ({ kind: "result", email })),
  ];

  const put = (next: string) => {
    setWords(next);
    setPicked(-1);
  };
  const type = (typed: string) => put(joinWords(chips, typed));
  const showAll = (asked: string) => {
    recordRecentSearch(asked);
    options.onShowAll(asked.trim());
  };
  const choose = (item: SearchItem) => {
    switch (item.kind) {
      case "recent":
      case "saved":
        return showAll(item.words);
      case "tip":
        return type(item.piece.endsWith(":") ? item.piece : `${item.piece} `);
      case "here":
        return type(`${rest.trimEnd()} ${item.piece} `.trimStart());
      case "operator":
        return type(`${rest.slice(0, item.start)}${item.piece}`);
      case "completion":
        return type(`${rest.slice(0, open?.start)}${item.piece} `);
      case "result":
        recordRecentSearch(words);
        return options.onOpen(item.email.id);
    }
  };
  const remove = (chip: Piece) =>
    put(
      joinWords(
        chips.filter((one) => one !== chip),
        rest,
      ),
    );
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const item = items[picked];
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const lastChip = chips.at(-1);
    if (step && items.length) {
      event.preventDefault();
      // -1 is the field itself, between the last item and the first.
      setPicked(((picked + 1 + step + items.length + 1) % (items.length + 1)) - 1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (item) choose(item);
      else if (isAsked) showAll(words);
    } else if (event.key === "Tab" && item && isTyped(item) && !event.shiftKey) {
      event.preventDefault();
      choose(item);
    } else if (event.key === "Delete" && item?.kind === "recent") {
      event.preventDefault();
      forgetRecentSearch(item.words);
      setPicked(Math.min(picked, items.length - 2));
    } else if (
      event.key === "Backspace" &&
      lastChip &&
      selectionStart === 0 &&
      selectionEnd === 0
    ) {
      event.preventDefault();
      remove(lastChip);
    } else if (event.key === "Escape") {
      options.onEscape();
    }
  };
  return {
    words,
    chips,
    rest,
    searched: searchedWords(words),
    type,
    clear: () => put(""),
    remove,
    items,
    choose,
    picked,
    pick: setPicked,
    showAll: () => showAll(words),
    results,
    /** True if the server has further results. */
    hasMore: results.length > 0 && typeof answer.data?.nextCursor === "string",
    isAsked,
    /** The input has a message or suggestions. */
    isShown: isLongEnough || items.length > 0,
    isSearching,
    /** Offline: the results are those on this device. */
    isOfDevice: here !== null,
    failure:
      problem ??
      (isAsked && !isSearching && results.length === 0 ? (answer.error?.message ?? null) : null),
    handleKeyDown,
  };
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 0;
}

/** Reports whether choosing it continues the input. */
function isTyped({ kind }: SearchItem): boolean {
  return kind === "completion" || kind === "operator" || kind === "tip" || kind === "here";
}

/** Returns why this search cannot run yet; "" while an operator is being typed and may be completed. */
function problemOf(
  words: string,
  open: Piece | undefined,
  completions: readonly Completion[],
): string | null {
  const refused = refusedPiece(words);
  const isOpen = open !== undefined && (!refused || refused.text === open.text);
  if (isOpen && (refused || isOfName(open.operator))) {
    if (completions.some(({ piece }) => piece.toLowerCase() === open.text.toLowerCase()))
      return null;
    if (completions.length > 0 || open.value === "") return "";
    // Only the server knows which paths exist, and which names besides labels `label:` accepts.
    if (isOfPlace(open) || open.value.includes("/")) return null;
    if (isOfName(open.operator)) return searchTexts.noSuch[open.operator];
  }
  if (!refused) return null;
  return refusalOf(refused);
}
