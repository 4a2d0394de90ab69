import type { UserId } from "@inlet/contract/ids.ts";
import { searchPlaces } from "@inlet/contract/search-query.ts";
import { Failure } from "#/base/fail.ts";
import { accountsOf } from "#/store/accounts.ts";
import type { Reader } from "#/store/database.ts";
import { foldersOf } from "#/store/folders.ts";
import { labelsOf } from "#/store/labels.ts";
import type { Ask, WordQuery } from "#/store/search.ts";
import { parseQuery, type Part } from "./parse-query.ts";

/**
 * What was typed, with the folders, labels and accounts of this user that it names. Throws search.unknown_operator and
 * search.unknown_value: half a search would find what nobody asked for.
 */
export async function readQuery(
  reader: Reader,
  userId: UserId,
  text: string,
  timeZone?: string,
): Promise<WordQuery> {
  const { names, groups, problem, isWhole: _whole, ...query } = parseQuery(text, timeZone);
  if (problem !== null) throw new Failure(problem);
  const asks: Ask[] = [...query.asks];
  const askOf = async (part: Part): Promise<Ask> => {
    switch (part.kind) {
      case "name": {
        const ask = await lookUp[part.operator](reader, userId, part.name);
        if (ask === undefined) throw new Failure("search.unknown_value");
        return ask;
      }
      case "without":
        return { kind: "not", ask: await askOf(part.part) };
      case "all":
      case "either": {
        const parts: Ask[] = [];
        for (const one of part.parts) parts.push(await askOf(one));
        return { kind: part.kind === "all" ? "and" : "or", asks: parts };
      }
      case "accounts":
      case "dates":
      case "folders":
      case "kept":
      case "listed":
      case "muted":
      case "own":
      case "role":
      case "words":
        return part;
    }
  };
  for (const name of names) asks.push(await askOf({ kind: "name", ...name }));
  for (const group of groups) asks.push(await askOf(group));
  return { ...query, asks };
}

type LookUp = (reader: Reader, userId: UserId, name: string) => Promise<Ask | undefined>;

const lookUp: Record<"in" | "label" | "account", LookUp> = {
  in: async (reader, userId, name) => {
    const place = searchPlaces.find((place) => place === name);
    if (place === "anywhere") return { kind: "listed", filter: {} };
    if (place !== undefined) return { kind: "role", role: place };
    const folders = await foldersOf(reader, userId);
    const ids = folders
      .filter((folder) => isCalled(folder.name, name) || isCalled(folder.path, name))
      .map(({ id }) => id);
    return ids.length > 0 ? { kind: "folders", ids } : undefined;
  },
  label: async (reader, userId, name) => {
    const labels = await labelsOf(reader, userId);
    const label = labels.find((row) => isCalled(row.name, name));
    return label && { kind: "listed", filter: { label: label.name } };
  },
  account: async (reader, userId, name) => {
    const accounts = await accountsOf(reader, userId);
    const ids = accounts
      .filter(({ account_mail: address }) => address.toLowerCase().includes(name))
      .map(({ id }) => id);
    return ids.length > 0 ? { kind: "accounts", ids } : undefined;
  },
};

/** Case means nothing, and a hyphen may stand for a space. */
function isCalled(name: string, typed: string): boolean {
  return plain(name) === plain(typed);
}

function plain(name: string): string {
  return name
    .trim()
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "-");
}
