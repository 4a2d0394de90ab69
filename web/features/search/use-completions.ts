import type { Label } from "@inlet/contract/filing.ts";
import { searchOperators, searchPlaces } from "@inlet/contract/search-query.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { foldersQuery } from "#/api/queries.ts";
import { recipientsQuery } from "#/api/writing-queries.ts";
import { isOperator, type Piece, pieceOf } from "#/features/search/query-pieces.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { texts } from "#/lib/texts.ts";
import { useDebounced } from "#/lib/use-debounced.ts";
import { useAccounts } from "#/state/active-account.ts";
import { useLabels } from "#/state/labels.ts";

/** What an operator may be completed to. */
export interface Completion {
  /** The piece of the search as it is typed. */
  piece: string;
  name: string;
  /** Says more of it where the name alone does not. */
  hint: string;
}

const shownAtMost = 6;
const debounceMs = 120;

/** How the operator that is being typed may go on: people, labels, folders, accounts, days, and what it takes at all. */
export function useCompletions(open: Piece | undefined): Completion[] {
  const operator = open?.operator ?? "";
  const typed = open?.value.trim().toLowerCase() ?? "";
  const isOfPeople = ["from", "to", "cc", "bcc", "with"].includes(operator);
  const asked = useDebounced(isOfPeople ? typed : "", debounceMs);
  const people = useQuery({
    ...recipientsQuery(asked),
    enabled: isOfPeople && asked !== "",
    placeholderData: keepPreviousData,
  });
  const folders = useQuery({ ...foldersQuery(null), enabled: operator === "in" });
  const labels: readonly Label[] = useLabels();
  const { accounts = [] } = useAccounts();
  if (!open || !isOperator(operator)) return [];

  const of = (value: string, name = value, hint = ""): Completion => ({
    piece: `${open.isNegated ? "-" : ""}${pieceOf(operator, value)}`,
    name,
    hint: hint === name ? "" : hint,
  });
  const all = (): Completion[] => {
    const takes = searchOperators[operator];
    if (isOfPeople) {
      if (typed === "") return [of("me", searchTexts.me)];
      return (people.data ?? []).map(({ name, address }) => of(address, name || address, address));
    }
    if (operator === "in") {
      const own = folders.data?.folders.filter(({ role }) => role === "other") ?? [];
      const places = searchPlaces.map((place) =>
        of(place, place === "anywhere" ? searchTexts.anywhere : texts.folders[place]),
      );
      const names = [...new Set(own.map(({ name }) => name))];
      return [...places, ...names.map((name) => of(name))];
    }
    if (operator === "label") return labels.map(({ name }) => of(name));
    if (operator === "account") return accounts.map((account) => of(account.account_mail));
    if (takes === "date") return days().map(([value, name]) => of(value, name, value));
    if (takes === "age") return ["1d", "7d", "1m", "1y"].map((value) => of(value));
    return typeof takes === "string" ? [] : takes.map((value) => of(value));
  };
  const fits = ({ piece, name }: Completion) =>
    isOfPeople ||
    name.toLowerCase().includes(typed) ||
    piece
      .slice(piece.indexOf(":") + 1)
      .replaceAll('"', "")
      .toLowerCase()
      .startsWith(typed);
  return all()
    .filter(fits)
    .slice(0, shownAtMost * (operator === "in" ? 2 : 1));
}

/** Days that are often asked for, as the operator takes them. */
function days(): [value: string, name: string][] {
  const now = new Date();
  const { today, week, month, year } = searchTexts.days;
  const back = (by: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - by);
  const two = (number: number) => String(number).padStart(2, "0");
  const monthOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}`;
  const dayOf = (date: Date) => `${monthOf(date)}-${two(date.getDate())}`;
  return [
    [dayOf(now), today],
    [dayOf(back(7)), week],
    [monthOf(now), month],
    [String(now.getFullYear()), year],
  ];
}
