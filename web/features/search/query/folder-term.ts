import type { Folder } from "@inlet/contract/mail/email.ts";
import { searchPlaces } from "@inlet/contract/mail/search-query.ts";
import { pieceOf } from "#/features/search/query/query-terms.ts";

/** Returns the value of `in:` for a user's folder: with a leading slash if a place of every account has the same name. */
export function valueOfFolder(name: string): string {
  return isPlace(name) ? `/${name}` : name;
}

/**
 * Returns the values of `in:` for a user's own folders, in their order. A name that several folders share matches all of them;
 * their paths follow, each with a leading slash.
 */
export function ownFolders(folders: readonly Folder[]): { value: string; name: string }[] {
  const own = folders.filter(({ role }) => role === "other");
  const found = new Map<string, string>();
  for (const alike of Map.groupBy(own, ({ name }) => plain(name)).values()) {
    const name = alike[0]?.name ?? "";
    found.set(valueOfFolder(name), name);
    const paths = new Set(alike.map(({ path }) => path));
    if (paths.size > 1) for (const path of paths) found.set(`/${path}`, `/${path}`);
  }
  return [...found].map(([value, name]) => ({ value, name }));
}

/** Returns the part of a search that matches exactly this folder; null if that is impossible. */
export function pieceOfFolder(
  folder: Folder,
  folders: readonly Folder[],
  accounts: readonly { id: string; account_mail: string }[],
): string | null {
  const alike = folders.filter(isCalled(folder.name));
  if (alike.length === 1 && !isPlace(folder.name)) return pieceOf("in", folder.name);
  const value = `/${folder.path}`;
  if (folder.role !== "other" || folders.some(isCalled(value))) return null;
  const own = folders.filter(
    ({ role, path }) => role === "other" && unquoted(path) === unquoted(folder.path),
  );
  if (own.length === 1) return pieceOf("in", value);
  const account = accounts.find(({ id }) => id === folder.accountId);
  const isOneHere = own.filter(({ accountId }) => accountId === folder.accountId).length === 1;
  return account && isOneHere
    ? `${pieceOf("in", value)} ${pieceOf("account", account.account_mail)}`
    : null;
}

/** Returns true for folders that match this value of `in:` by name or path, ignoring case. */
function isCalled(value: string): (folder: Folder) => boolean {
  return ({ name, path }) => [name, path].some((each) => plain(each) === plain(value));
}

/** Reports whether a place of every account has this name. */
export function isPlace(name: string): boolean {
  return searchPlaces.some((place) => place === plain(name));
}

/** Normalizes a name as the server does for comparison. */
function plain(name: string): string {
  return unquoted(name).toLowerCase();
}

function unquoted(name: string): string {
  return name
    .replaceAll(/["“”„«»]/gu, "")
    .trim()
    .normalize("NFC");
}
