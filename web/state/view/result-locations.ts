import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { foldersQuery, type ListedEmail } from "#/api/queries.ts";
import { texts } from "#/texts/shared/app-texts.ts";

/** Returns the names of the folders, besides the inbox, that contain a search result, as far as they are known. */
export function usePlaceOf(isSearched: boolean): (email: ListedEmail) => string {
  const { data } = useQuery({ ...foldersQuery(null), enabled: isSearched });
  return useCallback(
    ({ folderIds = [] }) => {
      const names: Partial<Record<string, string>> = texts.folders;
      const folders = (data?.folders ?? []).filter(
        ({ id, role }) => role !== "inbox" && folderIds.includes(id),
      );
      return [...new Set(folders.map(({ role, name }) => names[role] ?? name))].join(", ");
    },
    [data],
  );
}
