import type { Api } from "@inlet/contract/api.ts";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { draftsQuery } from "#/api/writing-queries.ts";

type SavedDraft = Api["PUT /email/drafts/{id}"]["output"]["draft"];

/** The last save of each draft that this page saved, for events that overtake its response. */
const saves = new Map<string, Promise<unknown>>();
/** The query cache with the known drafts. */
let cache: QueryClient | undefined;

/** Sets the query cache that follows the saves of this page. */
export function followSavesIn(client: QueryClient): void {
  cache = client;
}

/** Saves a draft on the server; the known drafts receive it from the response. */
export async function saveOnServer(
  input: Api["PUT /email/drafts/{id}"]["input"],
): Promise<SavedDraft> {
  const saving = call("PUT /email/drafts/{id}", input).then(({ draft }) => {
    changeKnown((known) => [draft, ...known.filter(({ id }) => id !== draft.id)]);
    return draft;
  });
  saves.set(input.id, saving);
  return saving;
}

/** Removes a draft from the known ones, before the server reports that it is gone. */
export function dropStored(id: string): void {
  changeKnown((known) => known.filter((draft) => draft.id !== id));
}

/** Resolves to true if the known drafts have the save that an event reports: a draft and its revision. */
export async function hasSave(
  client: QueryClient,
  [id = "", revision]: readonly string[],
): Promise<boolean> {
  const saving = saves.get(id);
  if (!saving) return false;
  await saving.catch(() => undefined);
  const { queryKey } = draftsQuery;
  const known = client.getQueryData(queryKey)?.drafts.find((draft) => draft.id === id);
  // A fetch in flight may have read before the save.
  return (known?.revision ?? 0) >= Number(revision) && client.isFetching({ queryKey }) === 0;
}

function changeKnown(change: (known: SavedDraft[]) => SavedDraft[]): void {
  cache?.setQueryData(
    draftsQuery.queryKey,
    (known) => known && { ...known, drafts: change(known.drafts) },
  );
}
