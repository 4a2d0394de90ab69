import type { FolderId, UserId } from "@inlet/contract/ids.ts";
import { searchPlaces } from "@inlet/contract/mail/search-query.ts";
import { Failure } from "#/base/failure.ts";
import { accountsOf } from "#/store/accounts/queries.ts";
import type { Reader } from "#/store/engine/database.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import { labelsOf } from "#/store/labels/queries.ts";
import { markOf } from "./marks.ts";
import { parseQuery } from "./parse-query.ts";
import { addressPredicates, type OwnField, type Part } from "./query-parts.ts";
import { toWords } from "#/base/tokenize.ts";
import type { Predicate, WordQuery } from "#/store/search/word-query.ts";

/**
 * Parses the typed text and resolves the folders, labels and accounts of this user that it names. Spam and trash are left out
 * unless it names them, or searches everywhere. Throws search.unknown_operator, search.unknown_value and search.too_many: half a
 * search would find unrelated mail. With `mustBeWhole`, as for changes and exports, it also throws them if a meaningful part
 * would be left out.
 */
export async function readQuery(
  reader: Reader,
  userId: UserId,
  text: string,
  timeZone?: string,
  {
    isEverywhere = false,
    mustBeWhole = false,
  }: { isEverywhere?: boolean; mustBeWhole?: boolean } = {},
): Promise<WordQuery> {
  const { names, groups, problem, leftOut, isWhole: _whole, ...query } = parseQuery(text, timeZone);
  const refusal = problem ?? (mustBeWhole ? leftOut : null);
  if (refusal !== null) throw new Failure(refusal);
  const asks: Predicate[] = [...query.asks];
  const predicateOf = async (part: Part): Promise<Predicate> => {
    switch (part.kind) {
      case "name": {
        const ask = await lookUp[part.operator](reader, userId, part.name);
        if (ask === undefined) throw new Failure("search.unknown_value");
        return ask;
      }
      case "me":
        return ofOwn(await ownAddressesOf(reader, userId), part.field);
      case "userlabels": {
        const labels = await labelsOf(reader, userId);
        return {
          kind: "or",
          asks: labels.map(({ name }) => ({ kind: "listed", filter: { label: name } })),
        };
      }
      case "without":
        return { kind: "not", ask: await predicateOf(part.part) };
      case "all":
      case "either": {
        const parts: Predicate[] = [];
        for (const one of part.parts) parts.push(await predicateOf(one));
        return { kind: part.kind === "all" ? "and" : "or", asks: parts };
      }
      case "accounts":
      case "answered":
      case "dates":
      case "field":
      case "folders":
      case "kept":
      case "listed":
      case "marked":
      case "messageId":
      case "muted":
      case "outside":
      case "own":
      case "role":
      case "size":
      case "words":
        return part;
    }
  };
  for (const name of names) asks.push(await predicateOf({ kind: "name", ...name }));
  for (const group of groups) asks.push(await predicateOf(group));
  const isEmpty =
    query.terms.length + asks.length === 0 && query.from === undefined && query.until === undefined;
  if (isEverywhere || isEmpty) return { ...query, asks };
  const roles = await rolesLeftOut(reader, userId, asks);
  return { ...query, asks: roles.length > 0 ? [...asks, { kind: "outside", roles }] : asks };
}

/** Returns a predicate for the user's own addresses in a field. */
function ofOwn(addresses: ReadonlySet<string>, field: OwnField): Predicate {
  const asks = [...addresses].map((address): Predicate => {
    if (field === "deliveredto") {
      return { kind: "marked", mark: markOf("delivered", address), isPrefix: false };
    }
    const words = toWords(address);
    return { kind: "and", asks: addressPredicates(field, { words, isPrefix: false }) };
  });
  return { kind: "or", asks };
}

/** Returns the roles, spam or trash, that a search does not name. */
async function rolesLeftOut(
  reader: Reader,
  userId: UserId,
  asks: readonly Predicate[],
): Promise<("spam" | "trash")[]> {
  const named = new Set<string>();
  const folderIds = new Set<FolderId>();
  const look = (ask: Predicate): void => {
    if (ask.kind === "and" || ask.kind === "or") ask.asks.forEach(look);
    if (ask.kind === "role") named.add(ask.role);
    if (ask.kind === "folders") for (const id of ask.ids) folderIds.add(id);
    // A search anywhere includes Spam and Trash.
    if (ask.kind === "listed" && Object.keys(ask.filter).length === 0) {
      named.add("spam").add("trash");
    }
  };
  asks.forEach(look);
  if (folderIds.size > 0) {
    for (const { id, role } of await foldersOf(reader, userId)) {
      if (folderIds.has(id)) named.add(role);
    }
  }
  return (["spam", "trash"] as const).filter((role) => !named.has(role));
}

type LookUp = (reader: Reader, userId: UserId, name: string) => Promise<Predicate | undefined>;

const lookUp: Record<"in" | "label" | "account", LookUp> = {
  in: async (reader, userId, name) => {
    const place = searchPlaces.find((place) => place === name.toLowerCase());
    if (place === "anywhere") return { kind: "listed", filter: {} };
    if (place !== undefined) return { kind: "role", role: place };
    const folders = await foldersOf(reader, userId);
    // A user's folder may have the name of a location or of a role's folder: a leading slash distinguishes it. After the slash,
    // the path distinguishes folders with the same name, and its case those that differ only in case.
    const own = name.startsWith("/") ? folders.filter(({ role }) => role === "other") : [];
    const names = ({ name: last, path }: (typeof folders)[number]) => [last, path];
    const [found = []] = [
      spelled(folders, name, names, plain),
      spelled(own, name.slice(1), ({ path }) => [path], unquoted),
      spelled(own, name.slice(1), ({ path }) => [path], plain),
      called(own, name.slice(1), names),
      called(folders, name, names),
    ].filter(({ length }) => length > 0);
    return found.length > 0 ? { kind: "folders", ids: found.map(({ id }) => id) } : undefined;
  },
  label: async (reader, userId, name) => {
    const labels = await labelsOf(reader, userId);
    const [label] = called(labels, name, (row) => [row.name]);
    if (label) return { kind: "listed", filter: { label: label.name } };
    // For users who know only labels, locations and folders count as labels too.
    return name.toLowerCase() === "anywhere" ? undefined : lookUp.in(reader, userId, name);
  },
  account: async (reader, userId, typed) => {
    const name = typed.toLowerCase();
    const accounts = await accountsOf(reader, userId);
    const meant = (isIt: (address: string) => boolean) =>
      accounts.filter((row) => isIt(row.account_mail.toLowerCase())).map(({ id }) => id);
    // Exact matches come first, because one address may contain another.
    const exact = meant((address) => address === name);
    const ids = exact.length > 0 ? exact : meant((address) => address.includes(name));
    return ids.length > 0 ? { kind: "accounts", ids } : undefined;
  },
};

/**
 * Returns the rows with the typed name, ignoring case and quotation marks. If none matches, a hyphen also matches a space, or the
 * separator between a folder and its parent.
 */
function called<Row>(rows: readonly Row[], typed: string, namesOf: (row: Row) => string[]): Row[] {
  const found = spelled(rows, typed, namesOf, plain);
  return found.length > 0 ? found : spelled(rows, typed, namesOf, hyphened);
}

function spelled<Row>(
  rows: readonly Row[],
  typed: string,
  namesOf: (row: Row) => string[],
  spell: (name: string) => string,
): Row[] {
  const meant = spell(typed);
  return rows.filter((row) => namesOf(row).some((name) => spell(name) === meant));
}

function unquoted(name: string): string {
  return name
    .replaceAll(/["“”„«»]/gu, "")
    .trim()
    .normalize("NFC");
}

function plain(name: string): string {
  return unquoted(name).toLowerCase();
}

function hyphened(name: string): string {
  return plain(name).replaceAll(/[\s/-]+/g, "-");
}
