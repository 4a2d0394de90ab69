import { expect } from "@playwright/test";
import { openComposer, textOf, untilSent, write } from "../support/composer.ts";
import { pressOn, rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("completes known recipients by keyboard, and splits pasted addresses", async ({
  page,
  user,
}) => {
  const [from] = user.mailboxes;
  await from.deliver(
    aMail({ subject: "From the harbour", from: "Åsa Öberg <asa@example.org>", to: from.address }),
  );
  await from.deliver(
    aMail({ subject: "From the office", from: "Owen Pryce <owen@example.org>", to: from.address }),
  );
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "From the office")).toBeVisible();
  await expect(rowOf(page, "From the harbour")).toBeVisible();
  const dialog = await openComposer(page);
  const to = dialog.getByRole("combobox", { name: "To", exact: true });
  await to.pressSequentially("asa");
  await expect(dialog.getByRole("option", { name: "Åsa Öberg" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const chosen = dialog.getByRole("list", { name: "To: chosen" });
  await expect(chosen.getByRole("listitem")).toHaveText(["Åsa Öberg"]);
  // Escape closes the list but not the dialog.
  await to.pressSequentially("owe");
  await expect(dialog.getByRole("option", { name: "Owen Pryce" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("listbox", { name: "Suggestions" })).toBeHidden();
  await expect(dialog).toBeVisible();
  await to.fill("");

  await to.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", 'one@example.org; "Two, T." <two@example.org>\nthree@example');
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await to.pressSequentially("nobody,");
  await expect(chosen.getByRole("listitem")).toHaveText([
    "Åsa Öberg",
    "one@example.org",
    "Two, T.",
    "three@example",
    "nobody",
  ]);
  await expect(
    chosen.getByRole("button", { name: "nobody is not an email address" }),
  ).toBeVisible();
  await pressOn(to, "Backspace");
  await page.keyboard.press("Delete");
  await expect(chosen.getByRole("listitem")).toHaveCount(4);
});

test("moves a recipient to another field by dragging it", async ({ page, user }) => {
  await user.connect();
  await signIn(page, user);
  const dialog = await openComposer(page);
  const chosen = (field: string) =>
    dialog.getByRole("list", { name: `${field}: chosen`, exact: true }).getByRole("listitem");
  await write(dialog, { to: "Ann <ann@example.org>, owen@example.org", subject: "Ropes" });
  await expect(chosen("To")).toHaveText(["Ann", "owen@example.org"]);
  await chosen("To")
    .first()
    .dragTo(dialog.getByRole("button", { name: "Cc", exact: true }));
  await expect(chosen("To")).toHaveText(["owen@example.org"]);
  await expect(chosen("Cc")).toHaveText(["Ann"]);
  await dialog.getByRole("button", { name: "Bcc", exact: true }).click();
  const bcc = dialog.getByLabel("Bcc", { exact: true });
  await chosen("Cc").first().dragTo(bcc);
  await expect(chosen("Bcc")).toHaveText(["Ann"]);
  await expect(chosen("Cc")).toHaveCount(0);
  await expect(bcc).toBeFocused();
});

test("suggests the usual sender for a recipient, and switches sender and signature", async ({
  page,
  user,
  product,
}) => {
  const [north, south] = user.mailboxes;
  const [to] = product.newUser().mailboxes;
  const call = await user.connect();
  const { identities } = await call("GET /identities", {});
  for (const identity of identities) {
    const signature =
      identity.address === north.address ? "The northern office" : "The southern office";
    await call("PUT /identities/{id}", { ...identity, signature });
  }
  const usual = identities.find(({ address }) => address === south.address);
  if (!usual) throw new Error("The account has no sender.");
  await call("POST /email/send", {
    accountId: usual.accountId,
    to: to.address,
    subject: "Earlier",
    content: "As always.",
  });
  await expect
    .poll(async () => (await call("GET /recipients", { query: to.address })).recipients)
    .toMatchObject([{ usualAccountId: usual.accountId }]);
  await signIn(page, user);
  await page.getByRole("button", { name: north.address }).click();
  const dialog = await openComposer(page);
  await expect(textOf(dialog)).toHaveValue("\n\n-- \nThe northern office");
  await textOf(dialog).focus();
  await page.keyboard.type("Above it.");
  await write(dialog, { to: to.address });
  await dialog.getByLabel("Subject").focus();
  await expect(
    dialog.getByText(`You usually write to ${to.address} from ${south.address}.`),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Switch" }).click();
  await expect(textOf(dialog)).toHaveValue("Above it.\n\n-- \nThe southern office");
  await expect(dialog.getByText("You usually write to")).toBeHidden();
});

test("ranks frequent recipients first, and accepts addresses in every alphabet", async ({
  page,
  user,
}) => {
  const [from] = user.mailboxes;
  const call = await user.connect();
  await call("PUT /user/preferences", { undoSeconds: 0 });
  const { accounts } = await call("GET /imap/accounts", {});
  const accountId = accounts.find((account) => account.account_mail === from.address)?.id ?? "";
  for (const at of [1, 2, 3]) {
    const raw = aMail({ subject: `Heard ${at}`, from: "Ann Loud <ann.loud@example.org>" });
    await from.deliver(raw);
  }
  for (const [to, times] of [
    ["ann.seldom@example.org", 1],
    ["ann.often@example.org", 4],
  ] as const) {
    for (let at = 0; at < times; at++) {
      await call("POST /email/send", { accountId, to, subject: `Note ${at}`, content: "Dear Ann" });
    }
  }
  await expect
    .poll(async () => (await call("GET /recipients", { query: "ann" })).recipients.length)
    .toBe(3);
  await signIn(page, user);
  await page.getByRole("button", { name: from.address }).click();
  const dialog = await openComposer(page);
  const to = dialog.getByRole("combobox", { name: "To", exact: true });
  await to.pressSequentially("ann");
  const suggestions = dialog.getByRole("listbox", { name: "Suggestions" });
  await expect(suggestions.getByRole("option")).toHaveText([
    /ann\.often@example\.org/,
    /ann\.seldom@example\.org/,
    /Ann Loud/,
  ]);
  await to.fill("Åsa <åsa@bücher.example>, 管理@例え.example,");
  await write(dialog, { subject: "Grüße", text: "An alle." });
  await expect(dialog.getByRole("list", { name: "To: chosen" }).getByRole("listitem")).toHaveText([
    "Åsa",
    "管理@例え.example",
  ]);
  await expect(dialog.getByRole("button", { name: /is not an email address/ })).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await untilSent(page);
  // A domain is sent in ASCII; the test server decodes it.
  await expect
    .poll(() => from.servers.smtp.commands)
    .toEqual(expect.arrayContaining(["RCPT åsa@bücher.example", "RCPT 管理@例え.example"]));
});
