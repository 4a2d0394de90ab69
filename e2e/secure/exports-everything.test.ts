import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { unzip } from "../../server/testing/apps/unzip.ts";
import { rowOf, signIn, test } from "../support/fixtures.ts";

test("exports everything as one file", async ({ page, user }) => {
  const [mailbox] = user.mailboxes;
  await mailbox.deliver(
    "Message-ID: <keel@north.example>\r\nFrom: Ada <ada@north.example>\r\nSubject: The keel\r\n\r\nIt is laid.\r\n",
  );
  const call = await user.connect();
  await signIn(page, user);
  await rowOf(page, "The keel").waitFor();

  await page.goto("/app/settings?tab=security");
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export my data" });
  await dialog.getByLabel("Password", { exact: true }).fill("guess");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Incorrect password.");
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^inlet \d{4}-\d\d-\d\d\.zip$/);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/settings/);

  const files = await unzip(await readFile(await download.path()));
  expect(files.get(`mail/${mailbox.address}/INBOX.mbox`)).toMatch(
    /^From ada@north\.example [^]*\nSubject: The keel\n[^]*\nIt is laid\.\n/,
  );
  const { accounts } = await call("GET /imap/accounts", {});
  expect(JSON.parse(files.get("accounts.json") ?? "")).toHaveLength(accounts.length);
  expect(JSON.parse(files.get("profile.json") ?? "")).toMatchObject({ email: user.email });
  expect([...files.values()].join("")).not.toContain(mailbox.password);
});
