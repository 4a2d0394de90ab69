import type { ListResponse } from "imapflow";
import { expect, it } from "vitest";
import { toRemoteFolders } from "./folder-roles.ts";

function listed(path: string, specialUse?: string, source?: "extension" | "name"): ListResponse {
  return {
    path,
    pathAsListed: path,
    name: path.split("/").at(-1) ?? "",
    delimiter: "/",
    parent: [],
    parentPath: "",
    flags: new Set(path === "[Gmail]" ? ["\\NoSelect"] : []),
    listed: true,
    subscribed: true,
    specialUse,
    specialUseSource: source,
  };
}

it("prefers the server's attributes to names, and assigns each role once", () => {
  const folders = toRemoteFolders([
    listed("INBOX", "\\Inbox", "extension"),
    listed("Sent", "\\Sent", "name"),
    listed("Gesendet", "\\Sent", "extension"),
    listed("Drafts", "\\Drafts", "name"),
    listed("Entwürfe", "\\Drafts", "name"),
    listed("[Gmail]", "\\Trash", "extension"),
    listed("All Mail", "\\All", "extension"),
    listed("Spam", "\\Junk", "name"),
  ]);
  expect(folders.map(({ path, role }) => [path, role])).toEqual([
    ["INBOX", "inbox"],
    ["Sent", "other"],
    ["Gesendet", "sent"],
    ["Drafts", "drafts"],
    ["Entwürfe", "other"],
    ["[Gmail]", "other"],
    ["All Mail", "archive"],
    ["Spam", "spam"],
  ]);
  expect(folders.find(({ path }) => path === "[Gmail]")?.isSelectable).toBe(false);
});

it("uses a view of all mail as the archive only without a real archive", () => {
  const folders = toRemoteFolders([
    listed("INBOX", "\\Inbox", "extension"),
    listed("All", "\\All", "extension"),
    listed("Old", "\\Archive", "extension"),
  ]);
  expect(folders.map(({ role }) => role)).toEqual(["inbox", "other", "archive"]);
});
