import { create } from "zustand";

/** The search with which the open form begins; null while it is closed. */
export const useSearchForm = create<{ words: string | null }>(() => ({ words: null }));

/** Opens the search form with the current search; null closes it. */
export function openSearchForm(words: string | null): void {
  useSearchForm.setState({ words });
}
