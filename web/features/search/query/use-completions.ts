import type { Label } from "@inlet/contract/mail/filing.ts";
import { searchOperators, searchPlaces } from "@inlet/contract/mail/search-query.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { foldersQuery } from "#/api/queries.ts";
import { recipientsQuery } from "#/api/writing-queries.ts";
import { ownFolders } from "#/features/search/query/folder-term.ts";
import { isoDay } from "#/lib/dates.ts";
import { isOperator, type Piece, pieceOf } from "#/features/search/query/query-terms.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { useDebounced } from "#/lib/use-debounced.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { useLabels } from "#/state/view/labels.ts";

/** A completion of an operator. */
export interface Completion {
  /** The text of the piece, as typed. */
  piece: string;
  name: string;
  /** Explanation, if the name alone is unclear. */
  hint: string;
}

/** Maximum number of suggested people; values of an operator are all shown. */
const maxPeople = 6;
const maxOthers = 16;
const debounceMs = 120;

/** Returns completions of the operator being typed: contacts, labels, folders, accounts, days, and its fixed values. */
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
      const own = ownFolders(folders.data?.folders ?? []);
      const places = searchPlaces.map((place) =>
        of(place, place === "anywhere" ? searchTexts.anywhere : texts.folders[place]),
      );
      return [...places, ...own.map(({ value, name }) => of(value, name))];
    }
    if (operator === "label") return labels.map(({ name }) => of(name));
    if (operator === "account") return accounts.map((account) => of(account.account_mail));
    if (takes === "date") return days().map(([value, name]) => of(value, name, value));
    if (["larger", "smaller", "size"].includes(operator)) return sizes.map((size) => of(size));
    if (takes === "age") {
      return ages.map((value) => of(value, searchTexts.ages[value], value));
    }
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
    .slice(0, isOfPeople ? maxPeople : maxOthers);
}

const sizes = ["1M", "5M", "10M", "25M"] as const;
const ages = ["1d", "3d", "7d", "1m", "6m", "1y"] as const;

/** Returns common dates in the format of the operator. */
function days(): [value: string, name: string][] {
  const now = new Date();
  const year = now.getFullYear();
  const words = searchTexts.days;
  const back = (by: number) => isoDay(new Date(year, now.getMonth(), now.getDate() - by));
  const month = (by: number) => isoDay(new Date(year, now.getMonth() - by, 1)).slice(0, -3);
  return [
    [back(0), words.today],
    [back(1), words.yesterday],
    [back(7), words.week],
    [month(0), words.month],
    [month(1), words.lastMonth],
    [String(year), words.year],
    [String(year - 1), words.lastYear],
  ];
}
