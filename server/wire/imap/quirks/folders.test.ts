import { expect, test } from "vitest";
import { failureOf, type FakeAccount, fakeAccount } from "#/testing/fakes/imap/fake-account.ts";
import type { Profile } from "#/testing/fakes/imap/profile.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";

// The numbers refer to the rows of docs/imap-quirks.md.

async function rolesOf(account: FakeAccount): Promise<Record<string, string>> {
  await using connection = await account.connect();
  const folders = await connection.listFolders();
  const special = folders.filter(({ role }) => role !== "other");
  return Object.fromEntries(special.map(({ role, name }) => [role, name]));
}

function withFolders(names: string[], base: Profile = profiles.exchange): Profile {
  return { ...base, folders: ["INBOX", ...names].map((name) => ({ name })) };
}

test("8: an empty STATUS does not mean that the folder is empty", async () => {
  await using account = await fakeAccount(profiles.qq);
  account.server.answer(/^STATUS/, '* STATUS "INBOX" ()\r\nTAG OK done\r\n');
  await using connection = await account.connect();
  expect(await failureOf(connection.status("INBOX"))).toBe("folder_gone");
});

test("13: an unquoted name with a tab does not hide the other folders", async () => {
  await using account = await fakeAccount(withFolders(["Post\tBox", "Sent"]));
  account.server.rewrite = (text) =>
    text.startsWith("* LIST") ? text.replace('"Post\tBox"', "Post\tBox") : text;
  await using connection = await account.connect();
  expect((await connection.listFolders()).map(({ path }) => path)).toEqual(["INBOX", "Sent"]);
});

test("14: without SPECIAL-USE the names show the roles, in many languages", async () => {
  await using german = await fakeAccount(profiles.exchange);
  expect(await rolesOf(german)).toEqual({
    inbox: "INBOX",
    sent: "Gesendete Elemente",
    drafts: "Entwürfe",
    trash: "Gelöschte Elemente",
    spam: "Junk-E-Mail",
    archive: "Archiv",
  });
  await using french = await fakeAccount(
    withFolders(["&AMk-l&AOk-ments envoy&AOk-s", "Brouillons", "Courrier ind&AOk-sirable"]),
  );
  expect(await rolesOf(french)).toMatchObject({ sent: "Éléments envoyés", drafts: "Brouillons" });
  await using english = await fakeAccount(
    withFolders(["Sent Items", "Drafts", "Deleted Items", "Junk Email", "Archive"]),
  );
  expect(await rolesOf(english)).toMatchObject({
    sent: "Sent Items",
    drafts: "Drafts",
    trash: "Deleted Items",
    spam: "Junk Email",
    archive: "Archive",
  });
});

test("15: the server's attributes take precedence over names", async () => {
  const folders = [
    { name: "INBOX" },
    { name: "Drafts", use: "\\Trash" },
    { name: "Trash" },
    { name: "Entwurf", use: "\\Drafts" },
  ];
  await using account = await fakeAccount({ ...profiles.plain, folders });
  expect(await rolesOf(account)).toEqual({ inbox: "INBOX", trash: "Drafts", drafts: "Entwurf" });
});

test("27: a localized name is sent to the server exactly as listed", async () => {
  await using account = await fakeAccount(profiles.gmail);
  await using connection = await account.connect();
  const drafts = (await connection.listFolders()).find(({ role }) => role === "drafts");
  expect(drafts?.name).toBe("Entwürfe");
  await connection.select(drafts?.path ?? "", { readOnly: true });
  expect(account.server.commands.at(-1)).toBe('EXAMINE "[Gmail]/Entw&APw-rfe"');
});

test("46: with all folders below the inbox, roles are found and new folders are created there", async () => {
  await using account = await fakeAccount(profiles.courier);
  expect(await rolesOf(account)).toMatchObject({ sent: "Sent", trash: "Trash", drafts: "Drafts" });
  await using connection = await account.connect();
  expect(await connection.createFolder("Receipts")).toBe("INBOX.Receipts");
  expect(account.mailbox.find("INBOX.Receipts")).toBeDefined();
});

test("53: NIL in place of a list is an empty list", async () => {
  await using account = await fakeAccount(profiles.mailRu);
  account.server.rewrite = (text) =>
    text.replace(/^\* LIST \(\)/, "* LIST NIL").replace(/^\* FLAGS \(.*\)/, "* FLAGS NIL");
  await using connection = await account.connect();
  expect((await connection.listFolders()).map(({ path }) => path)).toContain("INBOX");
  expect((await connection.select("INBOX", { readOnly: true })).exists).toBe(0);
});

test("56: roles are requested by XLIST from servers that support nothing newer", async () => {
  const capabilities = ["IMAP4rev1", "XLIST"];
  await using account = await fakeAccount({ ...profiles.plain, capabilities });
  account.server.answer(/^XLIST "" "?\*"?$/, (_command, session) => {
    session.line('* XLIST (\\Inbox) "/" "INBOX"');
    session.line('* XLIST (\\Trash) "/" "Bin"');
    session.line('* XLIST (\\Spam) "/" "Unwanted"');
    return "TAG OK done\r\n";
  });
  expect(await rolesOf(account)).toMatchObject({ inbox: "INBOX", trash: "Bin", spam: "Unwanted" });
});

test("59: names in raw UTF-8, with a single & or encoded twice are opened by the listed bytes", async () => {
  const names = [
    Buffer.from("Größe").toString("latin1"),
    "R&-D",
    "Q&A",
    "Entw&-APw-rfe",
    "a&AOQ",
    "&AOQ-&APY-",
  ];
  await using account = await fakeAccount(withFolders(names));
  await using connection = await account.connect();
  const folders = await connection.listFolders();
  for (const folder of folders) await connection.select(folder.path, { readOnly: true });
  const opened = account.server.commands.flatMap((command) => {
    const name = /^EXAMINE (?:"(.*)"|\{\d+\+?\}\r\n(.*)|(\S+))$/s.exec(command);
    return name ? [name[1] ?? name[2] ?? name[3]] : [];
  });
  expect(opened).toEqual(expect.arrayContaining(["INBOX", ...names]));
});
