import type { Folder } from "@inlet/contract/email.ts";
import { searchPlaces } from "@inlet/contract/search-query.ts";
import { pieceOf } from "#/features/search/query-pieces.ts";

/** What `in:` calls a folder of one's own: a slash in front where a place that every account has is called so too. */
export function valueOfFolder(name: string): string {
  return isPlace(name) ? `/${name}` : name;
}

/** The piece of a search that means this folder and no other; null where there is none. */
export function pieceOfFolder(
  folder: Folder,
  folders: readonly Folder[],
  accounts: readonly { id: string; account_mail: string }[],
): string | null {
  const alike = folders.filter(({ name }) => plain(name) === plain(folder.name));
  if (alike.length === 1 && !isPlace(folder.name)) return pieceOf("in", folder.name);
  const own = alike.filter(({ role }) => role === "other");
  const isOneHere = own.filter(({ accountId }) => accountId === folder.accountId).length === 1;
  if (folder.role !== "other" || !isOneHere) return null;
  const isAnothers = folders.some(({ name }) => plain(name) === `/${plain(folder.name)}`);
  if (isAnothers) return null;
  const piece = pieceOf("in", `/${folder.name}`);
  if (own.length === 1) return piece;
  const account = accounts.find(({ id }) => id === folder.accountId);
  return account ? `${piece} ${pieceOf("account", account.account_mail)}` : null;
}

/** Whether a place that every account has is called so. */
export function isPlace(name: string): boolean {
  return searchPlaces.some((place) => place === plain(name));
}

/** As the server compares names. */
function plain(name: string): string {
  return name
    .replaceAll(/["“”„«»]/gu, "")
    .trim()
    .normalize("NFC")
    .toLowerCase();
}
