import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { filePart, messagePart, multipart, type Part, textPart } from "../../tools/demo/mime.ts";
import { openMail, signIn, test, wordsOf } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const binary = (name: string, type: string) =>
  filePart(name, type, Buffer.from("not what it says it is"));
const plain = textPart("The tide turns at nine.\n");

const signed = (kind: string, protocol: string): Part =>
  multipart("signed", "outer", [plain, binary("signature", protocol)], `protocol="${protocol}"`);

/** The subject and body that are sent, the notice above the text, and the files listed with it. */
const messages: readonly [subject: string, part: Part, notice: string, files: readonly string[]][] =
  [
    [
      "Signed with PGP",
      signed("PGP", "application/pgp-signature"),
      "This email is signed with PGP; the signature was not checked.",
      [],
    ],
    [
      "Signed with S/MIME",
      signed("S/MIME", "application/pkcs7-signature"),
      "This email is signed with S/MIME; the signature was not checked.",
      [],
    ],
    [
      "Encrypted with PGP",
      multipart(
        "encrypted",
        "outer",
        [
          {
            headers: ["Content-Type: application/pgp-encrypted"],
            body: Buffer.from("Version: 1\n"),
          },
          binary("encrypted.asc", "application/octet-stream"),
        ],
        'protocol="application/pgp-encrypted"',
      ),
      "This email is encrypted with PGP and cannot be read here.",
      ["encrypted.asc"],
    ],
    [
      "Encrypted with S/MIME",
      binary("smime.p7m", "application/pkcs7-mime; smime-type=enveloped-data"),
      "This email is encrypted with S/MIME and cannot be read here.",
      ["smime.p7m"],
    ],
    [
      "From Outlook",
      multipart("mixed", "outer", [plain, binary("winmail.dat", "application/ms-tnef")]),
      "This email was sent in Outlook's own format (winmail.dat); some of it may be readable only in Outlook.",
      ["winmail.dat"],
    ],
  ];

test("explains signed, encrypted and Outlook messages, and offers their files", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  for (const [subject, part] of messages) await north.deliver(aMail({ subject, part }));
  await user.connect();
  await signIn(page, user);
  for (const [subject, part, notice, files] of messages) {
    await openMail(page, subject);
    await expect(page.getByText(notice)).toBeVisible();
    for (const name of files) {
      const file = page.getByRole("link", { name: `Download ${name}` });
      await expect(file).toBeVisible();
      await expect(file.locator("svg").first()).toBeVisible();
    }
    const isReadable = part.body.includes("The tide turns");
    if (isReadable) await expect.poll(() => wordsOf(page)).toContain("The tide turns at nine.");
  }
});

test("names an attached message, and downloads it whole", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const inner = aMail({ subject: "The first letter", text: "Inside another letter.\n" });
  const part = multipart("mixed", "outer", [plain, messagePart(inner)]);
  await north.deliver(aMail({ subject: "Letter in a letter", part }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Letter in a letter");
  const link = page.getByRole("link", { name: /^Download .*\.eml/ });
  await expect(link.locator("svg").first()).toBeVisible();
  const saving = page.waitForEvent("download");
  await link.click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.eml$/);
  expect(await readFile(await file.path(), "utf8")).toContain("Inside another letter.");
});
