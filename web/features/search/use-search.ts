import { limits } from "@inlet/contract/limits.ts";
import { type KeyboardEvent, useState } from "react";
import type { ListedEmail } from "#/api/queries.ts";
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
import { useSearchResults } from "#/features/search/results/use-search-results.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { type Suggestion, suggestionsFor } from "#/features/search/query/suggestions.ts";
import { useHere } from "#/features/search/query/use-current-list.ts";
import { type Completion, useCompletions } from "#/features/search/query/use-completions.ts";
import { useWiderSearches } from "#/features/search/query/use-wider-searches.ts";
import { useSavedSearches } from "#/state/view/saved-searches.ts";

/** One item below the search field. */
export type SearchItem =
  | Suggestion
  | ({ kind: "completion" } & Completion)
  | ({ kind: "wider" } & ReturnType<typeof useWiderSearches>[number])
  | { kind: "result"; email: ListedEmail };

type TypedItem = Extract<SearchItem, { kind: "completion" | "operator" | "tip" | "here" }>;

interface KeyHandlers {
  onEscape: (search: { isShown: boolean; words: string }) => void;
  /** Called when an arrow key moves through the items. */
  onMove?: (() => void) | undefined;
}

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
  onEscape: KeyHandlers["onEscape"];
  onMove?: KeyHandlers["onMove"];
}) {
  const { shown } = options;
  const [words, setWords] = useState(options.typed ?? shown);
  const [picked, setPicked] = useState(-1);
  // Ctrl+A includes the chips, which are not part of the field's own text.
  const [isAllSelected, setAllSelected] = useState(false);
  const { chips, rest } = splitWords(words, !options.isNear || words === shown);
  const open = openOperator(rest);
  const completions = useCompletions(open);
  const problem = problemOf(words, open, completions);

  const isLongEnough = words.trim().length >= limits.searchMinLength;
  const isAsked = isLongEnough && problem === null;
  const { failure, ...found } = useSearchResults(words, isAsked);
  const isNothing = isAsked && !found.isSearching && failure === null && found.results.length === 0;
  const wider = useWiderSearches(words, { isWanted: isNothing, accountId: null });
  const items: SearchItem[] = [
    ...useSuggestions(words, rest),
    ...completions
      .filter(({ piece }) => piece !== open?.text)
      .map((one): SearchItem => ({ kind: "completion", ...one })),
    ...found.results.map((email): SearchItem => ({ kind: "result", email })),
    ...wider.map((search): SearchItem => ({ kind: "wider", ...search })),
  ];

  const put = (next: string) => {
    setWords(next);
    setPicked(-1);
    setAllSelected(false);
  };
  const type = (typed: string) => put(isAllSelected ? typed : joinWords(chips, typed));
  const showAll = (asked: string) => {
    recordRecentSearch(asked);
    options.onShowAll(asked.trim());
  };
  const choose = (item: SearchItem) => {
    if (isTyped(item)) type(inputWith(item, rest, open?.start));
    else if (item.kind === "result") {
      recordRecentSearch(words);
      options.onOpen(item.email.id);
    } else if (item.kind === "wider") put(item.words);
    else showAll(item.words);
  };
  const remove = (chip: Piece) => {
    const others = chips.filter((one) => one !== chip);
    put(joinWords(others, rest));
  };
  const search = {
    words,
    chips,
    rest,
    searched: searchedWords(words),
    type,
    clear: () => put(""),
    remove,
    isAllSelected: isAllSelected && chips.length > 0,
    selectAll: setAllSelected,
    isNothing,
    items,
    choose,
    picked,
    pick: setPicked,
    showAll: () => showAll(words),
    ...found,
    isAsked,
    /** The input has a message or suggestions. */
    isShown: isLongEnough || items.length > 0,
    failure: problem ?? failure,
  };
  return {
    ...search,
    handleKeyDown: (event: KeyboardEvent<HTMLInputElement>) =>
      handleSearchKey(event, search, options),
  };
}

function useSuggestions(words: string, rest: string): Suggestion[] {
  const here = useHere();
  return suggestionsFor({ words, rest, here }, useRecentSearches(), useSavedSearches());
}

/** Handles a key of the search field: moves through the items, chooses or deletes one, and starts the search. */
function handleSearchKey(
  event: KeyboardEvent<HTMLInputElement>,
  search: Omit<MailSearch, "handleKeyDown">,
  { onEscape, onMove }: KeyHandlers,
): void {
  const { items, picked } = search;
  if (event.nativeEvent.isComposing || handleSelectedAll(event, search)) return;
  const item = items[picked];
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const { selectionStart, selectionEnd } = event.currentTarget;
  const lastChip = search.chips.at(-1);
  if (step && items.length) {
    event.preventDefault();
    onMove?.();
    // -1 is the field itself, between the last item and the first.
    search.pick(((picked + 1 + step + items.length + 1) % (items.length + 1)) - 1);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (item) search.choose(item);
    else if (search.isAsked) search.showAll();
  } else if (event.key === "Tab" && item && isTyped(item) && !event.shiftKey) {
    event.preventDefault();
    search.choose(item);
  } else if (event.key === "Delete" && item?.kind === "recent") {
    event.preventDefault();
    forgetRecentSearch(item.words);
    search.pick(Math.min(picked, items.length - 2));
  } else if (event.key === "Backspace" && lastChip && selectionStart === 0 && selectionEnd === 0) {
    event.preventDefault();
    search.remove(lastChip);
  } else if (event.key === "Escape") {
    // Enter and Delete must not act on an item that is no longer shown.
    search.pick(-1);
    onEscape(search);
  }
}

/** Handles keys of the selection of everything; returns true if the key is done. */
function handleSelectedAll(
  event: KeyboardEvent<HTMLInputElement>,
  search: Omit<MailSearch, "handleKeyDown">,
): boolean {
  const { key } = event;
  const isHeld = event.ctrlKey || event.metaKey;
  if (isHeld && key.toLowerCase() === "a") search.selectAll(search.chips.length > 0);
  else if (search.isAllSelected && (key === "Backspace" || key === "Delete")) {
    event.preventDefault();
    search.clear();
    return true;
    // The next text replaces everything; a key that moves the cursor ends the selection.
  } else if (isHeld ? isMove(key) : key.length > 1 && key !== "Shift") search.selectAll(false);
  return false;
}

function isMove(key: string): boolean {
  return key.startsWith("Arrow") || key === "Home" || key === "End";
}

/** Reports whether choosing it continues the input. */
function isTyped(item: SearchItem): item is TypedItem {
  return ["completion", "operator", "tip", "here"].includes(item.kind);
}

/** Returns the input after choosing an item; `start` is where the operator being typed begins. */
function inputWith(item: TypedItem, rest: string, start: number | undefined): string {
  switch (item.kind) {
    case "tip":
      return item.piece.endsWith(":") ? item.piece : `${item.piece} `;
    case "here":
      return `${rest.trimEnd()} ${item.piece} `.trimStart();
    case "operator":
      return `${rest.slice(0, item.start)}${item.piece}`;
    case "completion":
      return `${rest.slice(0, start)}${item.piece} `;
  }
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
