import type { Api } from "@inlet/contract/api.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { completionQuery } from "#/api/writing-queries.ts";
import { useDebounced } from "#/lib/use-debounced.ts";

type Found = Api["GET /recipients"]["output"];

/** A contact, or a group of the address book with all its members. */
export type Suggestion =
  | { kind: "person"; key: string; name: string; address: string }
  | { kind: "group"; key: string; name: string; members: Found["groups"][number]["members"] };

const debounceMs = 120;
const maxShown = 8;

/** Returns suggestions for the typed text, without those who are recipients already. */
export function useSuggestions(
  typed: string,
  chosen: readonly { address: string }[],
  isWanted: boolean,
): Suggestion[] {
  const query = useDebounced(typed.trim(), debounceMs);
  const { data } = useQuery({
    ...completionQuery(query),
    enabled: isWanted && query !== "",
    placeholderData: keepPreviousData,
  });
  if (typed.trim() === "" || !data) return [];
  const taken = new Set(chosen.map(({ address }) => address.toLowerCase()));
  const isNew = ({ address }: { address: string }) => !taken.has(address.toLowerCase());
  const groups = data.groups.flatMap(({ id, name, members }): Suggestion[] => {
    const others = members.filter(isNew);
    return others.length === 0 ? [] : [{ kind: "group", key: id, name, members: others }];
  });
  const people = data.recipients
    .filter(isNew)
    .map(({ name, address }): Suggestion => ({ kind: "person", key: address, name, address }));
  return [...groups, ...people].slice(0, maxShown);
}
