import type { FolderRole } from "@inlet/contract/email.ts";
import { AccountId, FolderId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { pieceOfFolder, valueOfFolder } from "./folder-piece.ts";

const accounts = [
  { id: "north", account_mail: "me@north.example.org" },
  { id: "south", account_mail: "me@south.example.org" },
];
const folders = (
  [
    ["north", "Archive", "archive"],
    ["north", "Archive", "other"],
    ["north", "Far away", "other"],
    ["north", "reports", "other"],
    ["south", "Reports", "other"],
    ["south", "Bills", "other"],
    ["south", "Bills", "other"],
    ["south", "Gesendet", "sent"],
    ["north", "Gesendet", "other"],
    ["north", "Trash", "other"],
    // Where no slash divides folders.
    ["south", "/Trash", "other"],
  ] satisfies [string, string, FolderRole][]
).map(([account, name, role], at) => ({
  id: FolderId.parse(`f${at}`),
  accountId: AccountId.parse(account),
  name,
  role,
  unread: 0,
  here: 0,
  server: null,
}));

test("means the folder that is shown and no other", () => {
  expect(folders.map((one) => pieceOfFolder(one, folders, accounts))).toEqual([
    null,
    // A place is called so.
    "in:/Archive",
    'in:"Far away"',
    "in:/reports account:me@north.example.org",
    "in:/Reports account:me@south.example.org",
    // Both are in one account.
    null,
    null,
    null,
    "in:/Gesendet",
    null,
    "in:/Trash",
  ]);
});

test("does not call a folder of one's own as a place is called", () => {
  expect(valueOfFolder("Trash")).toBe("/Trash");
  expect(valueOfFolder("Anywhere")).toBe("/Anywhere");
  expect(valueOfFolder("Trips")).toBe("Trips");
});
