import { expect } from "@playwright/test";
import { type FakeImap, startFakeImap } from "../../server/testing/fakes/imap/fake-imap.ts";
import { profiles } from "../../server/testing/fakes/imap/profiles.ts";
import { openMail, pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const address = "person@gmail.example";

/** The tests cannot reach Gmail; this fake server supports X-GM-EXT-1 as Gmail does. */
async function startGmail(): Promise<{
  server: FakeImap;
  foldersOf: (subject: string) => string[];
}> {
  const server = await startFakeImap(profiles.gmail);
  const mailbox = server.addMailbox(address);
  const message = mailbox.append(mailbox.folder("INBOX"), aMail({ subject: "Mast" }));
  mailbox.copy(message, mailbox.folder("Projekte"));
  mailbox.append(mailbox.folder("[Gmail]/Alle Nachrichten"), aMail({ subject: "Long archived" }));
  const foldersOf = (subject: string) =>
    mailbox.folders
      .filter(({ messages }) =>
        messages.some(({ content }) => content.raw.includes(`Subject: ${subject}`)),
      )
      .map(({ name }) => name)
      .toSorted();
  return { server, foldersOf };
}

test("labels and archives at Gmail, where a message is in several folders and shown once", async ({
  page,
  user,
}) => {
  const { server, foldersOf } = await startGmail();
  await using _server = server;
  const all = "[Gmail]/Alle Nachrichten";
  const call = await user.register();
  await call("POST /imap/add", {
    account_mail: address,
    account_pass: "secret",
    imap_host: "127.0.0.1",
    user_port: server.port,
    tls: false,
  });
  await signIn(page, user);
  const row = rowOf(page, "Mast");
  await expect(row).toHaveCount(1);
  await expect(row).toHaveAccessibleName(/labeled .*Projekte/);

  await pressOn(row, "l");
  const dialog = page.getByRole("dialog", { name: "Labels", exact: true });
  await dialog.getByRole("textbox").fill("Rigging");
  await dialog.getByRole("button", { name: "Create label “Rigging”" }).click();
  await dialog.getByRole("checkbox", { name: "Projekte" }).uncheck();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(row).toHaveAccessibleName(/labeled .*Rigging/);
  await expect.poll(() => foldersOf("Mast")).toEqual(["INBOX", "Rigging", all].toSorted());
  await page.keyboard.press("z");
  await expect(row).toHaveAccessibleName(/labeled .*Projekte/);
  await expect.poll(() => foldersOf("Mast")).toEqual(["INBOX", "Projekte", all].toSorted());

  await pressOn(row, "e");
  await expect(row).toHaveCount(0);
  await expect.poll(() => foldersOf("Mast")).toEqual(["Projekte", all].toSorted());
  await page.getByRole("link", { name: "Archive", exact: true }).click();
  await expect(rowOf(page, "Long archived")).toHaveCount(1);
  await expect(row).toHaveCount(1);
  await openMail(page, "Mast");
  await page
    .getByRole("link", { name: /^Projekte/ })
    .first()
    .click();
  await expect(row).toHaveCount(1);
});
