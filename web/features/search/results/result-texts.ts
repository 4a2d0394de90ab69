import { locale } from "#/lib/locale.ts";

/** All texts of the page of results. */
export const resultTexts = {
  parts: "Parts of this search",
  change: (text: string) => `Change ${text}`,
  leaveOut: (text: string) => `Leave out ${text}`,
  count: (count: number) => (count === 1 ? "1 result" : `${count.toLocaleString(locale)} results`),
  countSoFar: (count: number) => `${count.toLocaleString(locale)}+ results`,
  /** Offline. */
  here: (count: number) =>
    count === 1
      ? "1 result on this device. More will appear when you are online."
      : `${count.toLocaleString(locale)} results on this device. More will appear when you are online.`,
  searched: (query: string) =>
    /(?:^|[\s(])in:/i.test(query)
      ? "Searched only in the folders that you named."
      : "Searched every folder except Spam and Trash.",
  allAccounts: "Search all accounts",
  everywhere: "Search Spam and Trash too",
  meant: (words: string) => `Search for ${words}`,
  asWords: "Search for its words",
  unreadable: "This search is not valid",
} as const;
