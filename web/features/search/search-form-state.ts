import { create } from "zustand";

/** The words that the form of a search begins with, while it is open. */
export const useSearchForm = create<{ words: string | null }>(() => ({ words: null }));

/** Opens the search form with the current search; null closes it. */
export function openSearchForm(words: string | null): void {
  useSearchForm.setState({ words });
}
