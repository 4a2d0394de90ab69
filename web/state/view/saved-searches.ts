import { type QueryClient, useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import { call } from "#/api/client.ts";
import { savedSearchesQuery } from "#/api/saved-searches-query.ts";
import { savedSearchTexts } from "#/texts/shared/saved-search-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { useSession } from "#/state/session/session.ts";
import { warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";

/** A search with its name. */
export interface StoredSearch {
  id: string;
  name: string;
  query: string;
}

const none: readonly StoredSearch[] = [];

/** Returns the user's saved searches, as far as they are loaded. */
export function useSavedSearches(): readonly StoredSearch[] {
  return useQuery(savedSearchesQuery).data ?? none;
}

/** Returns the saved search with this query. */
export function savedAs(
  query: string,
  searches: readonly StoredSearch[],
): StoredSearch | undefined {
  return searches.find((search) => search.query === query.trim());
}

/** A dialog about a search: the name under which it is saved. */
export type SearchQuestion =
  | { question: "save"; query: string }
  | { question: "rename"; search: StoredSearch };

/** The open dialog about a search. */
export const useSearchQuestion = create<{ asked: SearchQuestion | null }>(() => ({ asked: null }));

useSession.subscribe(({ token }) => {
  if (!token) askAboutSearch(null);
});

/** Asks for the name of a search; null closes the dialog. */
export function askAboutSearch(asked: SearchQuestion | null): void {
  useSearchQuestion.setState({ asked });
}

/** Saves or renames a search. Throws the server's error. */
export async function saveSearch(client: QueryClient, search: StoredSearch): Promise<void> {
  try {
    await call("PUT /searches/{id}", search);
  } finally {
    await client.invalidateQueries({ queryKey: savedSearchesQuery.queryKey });
  }
}

/** Deletes a saved search, with undo. */
export async function removeSearch(client: QueryClient, search: StoredSearch): Promise<void> {
  try {
    await call("DELETE /searches/{id}", { id: search.id });
    notifyUndoable(savedSearchTexts.removed(search.name), () => void putBack(client, search));
  } catch (error) {
    warn(sentenceOf(error, savedSearchTexts.removeFailed));
  } finally {
    await client.invalidateQueries({ queryKey: savedSearchesQuery.queryKey });
  }
}

async function putBack(client: QueryClient, search: StoredSearch): Promise<void> {
  try {
    await saveSearch(client, search);
  } catch (error) {
    warn(sentenceOf(error, savedSearchTexts.failed));
  }
}
