import type { FolderRole } from "@inlet/contract/mail/email.ts";
import { AccountId, FolderId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { ownFolders, pieceOfFolder, valueOfFolder } from "./folder-term.ts";

const accounts = [
  { id: "north", account_mail: "me@north.example.org" },
  { id: "south", account_mail: "me@south.example.org" },
];
/** Creates one folder per row, with its account, path and role. */
const foldersOf = (...rows: [account: string, path: string, role?: FolderRole][]) =>
  rows.map(([account, path, role = "other"], at) => ({
    id: FolderId.parse(`f${at}`),
    accountId: AccountId.parse(account),
    // If the delimiter is not a slash, a slash is an ordinary character.
    name: account === "dots" ? path : path.slice(path.lastIndexOf("/") + 1),
    path,
    role,
    unread: 0,
    here: 0,
    server: null,
  }));

const folders = foldersOf(
  ["north", "Archive", "archive"],
  ["north", "Mine/Archive"],
  ["north", "Far away"],
  ["north", "reports"],
  ["south", "reports"],
  ["south", "Old/Bills"],
  ["south", "Bills"],
  ["south", "Letters"],
  ["south", "letters"],
  ["south", "Gesendet", "sent"],
  ["north", "Gesendet"],
  ["north", "Trash"],
  ["dots", "/Trash"],
);

test("refers to the shown folder and no other", () => {
  expect(folders.map((one) => pieceOfFolder(one, folders, accounts))).toEqual([
    null,
    // A standard folder has this name.
    "in:/Mine/Archive",
    'in:"Far away"',
    "in:/reports account:me@north.example.org",
    "in:/reports account:me@south.example.org",
    "in:/Old/Bills",
    "in:/Bills",
    // After the slash, case matters.
    "in:/Letters",
    "in:/letters",
    null,
    "in:/Gesendet",
    null,
    "in:/Trash",
  ]);
});

test("offers paths for folders with the same name", () => {
  const offered = ownFolders(
    foldersOf(
      ["north", "Archive/2024"],
      ["north", "Trips"],
      ["north", "2024"],
      ["south", "Trips"],
      ["south", "letters"],
      ["south", "Letters"],
      ["south", "Trash", "trash"],
      ["north", "Trash"],
    ),
  );
  expect(offered.map(({ value, name }) => [value, name])).toEqual([
    ["2024", "2024"],
    ["/Archive/2024", "/Archive/2024"],
    ["/2024", "/2024"],
    ["Trips", "Trips"],
    ["letters", "letters"],
    ["/letters", "/letters"],
    ["/Letters", "/Letters"],
    ["/Trash", "Trash"],
  ]);
});

test("distinguishes the user's folder from a place with the same name", () => {
  expect(valueOfFolder("Trash")).toBe("/Trash");
  expect(valueOfFolder("Anywhere")).toBe("/Anywhere");
  expect(valueOfFolder("Trips")).toBe("Trips");
});
