import { expect, type Page } from "@playwright/test";
import { startWebhookReceiver } from "../../server/testing/fakes/webhook-receiver.ts";
import { signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

interface WebhookBody {
  type: string;
  data: { subject?: string; from?: { address: string }; folders?: string[]; category?: string };
}

/** Opens the dialog of webhooks from the settings. */
async function openWebhooks(page: Page) {
  await page.goto("/app/settings?tab=integrations");
  await page.getByRole("button", { name: /^(Connect|Manage) webhooks$/ }).click();
  return page.getByRole("dialog");
}

test("notifies a webhook of new mail, signed, lists its deliveries, and deletes the webhook", async ({
  page,
  user,
}) => {
  await using receiver = await startWebhookReceiver();
  const [north] = user.mailboxes;
  await user.connect();
  await signIn(page, user);
  const dialog = await openWebhooks(page);
  await expect(dialog.getByText("No webhooks yet.")).toBeVisible();
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Harbour log");
  await dialog.getByLabel("Address").fill("https://10.0.0.1/hook");
  await dialog.getByLabel("Your password").fill(user.password);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("This server cannot send to this address.");
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByRole("checkbox", { name: "Accounts that fail" }).check();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const secret = (await dialog.getByLabel("Secret").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const hook = dialog.getByRole("list", { name: "Your webhooks" }).getByRole("listitem");
  await expect(hook).toContainText("Harbour log");
  await expect(hook).toContainText("Active");
  await expect(dialog).not.toContainText(secret);

  await dialog.getByRole("button", { name: "Test: Harbour log" }).click();
  await expect(page.getByText("It works. Answered 204.").first()).toBeVisible();
  expect(receiver.posted.at(0)?.verified(secret)).toMatchObject({ type: "integration.test" });

  await north.deliver(aMail({ subject: "Ice in the harbour" }));
  const deliveries = () => receiver.posted.map((posted) => posted.verified(secret) as WebhookBody);
  await expect
    .poll(() => deliveries().filter(({ type }) => type === "message.received"), { timeout: 30_000 })
    .toMatchObject([
      {
        data: {
          subject: "Ice in the harbour",
          from: { address: "marta@example.org" },
          folders: ["inbox"],
          category: expect.stringMatching(/\w/),
        },
      },
    ]);

  await dialog.getByRole("button", { name: "Log: Harbour log" }).click();
  const entry = dialog.getByRole("list", { name: "Deliveries" }).getByRole("listitem");
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText("Delivered");
  await entry.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => receiver.posted.length).toBe(3);
  const ids = receiver.posted.slice(1).map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  await dialog.getByRole("button", { name: "Back" }).click();

  await dialog.getByRole("button", { name: "More about Harbour log" }).click();
  await page.getByRole("menuitem", { name: "New secret" }).click();
  await dialog.getByLabel("Your password").fill(user.password);
  await dialog.getByRole("button", { name: "Create new secret" }).click();
  const another = (await dialog.getByLabel("Secret").textContent()) ?? "";
  expect(another).not.toBe(secret);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await dialog.getByRole("button", { name: "Test: Harbour log" }).click();
  await expect.poll(() => receiver.posted.length).toBe(4);
  expect(receiver.posted.at(-1)?.verified(secret)).toBeTruthy();
  expect(receiver.posted.at(-1)?.verified(another)).toBeTruthy();

  await dialog.getByRole("button", { name: "More about Harbour log" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(hook).toContainText("Paused");
  await dialog.getByRole("button", { name: "More about Harbour log" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog.getByText("No webhooks yet.")).toBeVisible();
});

test("shows that a webhook cannot be reached, and delivers once it can", async ({ page, user }) => {
  await using receiver = await startWebhookReceiver();
  const [north] = user.mailboxes;
  const call = await user.connect();
  const { secret } = await call("POST /webhooks", {
    password: user.password,
    name: "Boat",
    url: receiver.url,
    events: ["message.received"],
  });
  receiver.answer((response) => response.writeHead(503, { "retry-after": "1" }).end("closed"));
  await signIn(page, user);
  await north.deliver(aMail({ subject: "Who is there" }));
  const dialog = await openWebhooks(page);
  const hook = dialog.getByRole("list", { name: "Your webhooks" }).getByRole("listitem");
  await expect(hook).toContainText("Failing", { timeout: 30_000 });
  await expect(hook).toContainText("Answered 503: closed");
  // Other mail is delivered as if nothing had happened.
  receiver.answer((response) => response.writeHead(200).end());
  await expect(hook).toContainText("Active", { timeout: 30_000 });
  const ids = receiver.posted.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
  expect(receiver.posted.at(-1)?.verified(secret)).toMatchObject({ type: "message.received" });
});
