import { expect } from "@playwright/test";
import { startTelegram, type TelegramServer } from "../../server/testing/fakes/telegram.ts";
import { alone, rowOf, signIn, test as withProduct } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import { type Product, startProduct } from "../support/product.ts";

const test = withProduct.extend<object, { telegram: TelegramServer; product: Product }>({
  telegram: [alone(() => startTelegram()), { scope: "worker" }],
  product: [
    async ({ telegram }, use) => {
      const env = { TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_URL: telegram.url };
      await using product = await startProduct({ env });
      await use(product);
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test("connects a chat, which notifies of important mail and can answer and archive it", async ({
  page,
  user,
  telegram,
}) => {
  const [north] = user.mailboxes;
  const call = await user.connect();
  await signIn(page, user, "/app/settings?tab=integrations");
  await page.getByRole("button", { name: "Connect Telegram" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("No chats connected.")).toBeVisible();
  await dialog.getByRole("button", { name: "Connect a chat" }).click();
  await dialog.getByLabel("Your password").fill(user.password);
  await dialog.getByRole("button", { name: "Get the link" }).click();
  const link = dialog.getByRole("link", { name: "Open Telegram" });
  await expect(link).toHaveAttribute("href", /^https:\/\/t\.me\/inlet_test_bot\?start=[\w-]{32}$/);
  await expect(dialog.getByText("Waiting for you to press Start")).toBeVisible();
  const code = new URL((await link.getAttribute("href")) ?? "").searchParams.get("start") ?? "";
  telegram.write(`/start ${code}`);
  const chat = dialog.getByRole("list", { name: "Connected chats" }).getByRole("listitem");
  await expect(chat).toContainText("Marta Eklund");
  await expect(chat).toContainText("Active");
  await expect(link).toBeHidden();
  await dialog.getByRole("button", { name: "Test: Marta Eklund" }).click();
  await expect.poll(() => telegram.sentMessages.at(-1)?.text).toMatch(/^This is a test/);

  await dialog.getByRole("button", { name: "More about Marta Eklund" }).click();
  await page.getByRole("menuitem", { name: "Choose alerts" }).click();
  await dialog.getByRole("checkbox", { name: "High" }).uncheck();
  await dialog.getByLabel("From these senders").fill("@harbour.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(chat).toContainText("@harbour.example");

  await north.deliver(aMail({ subject: "Nobody is told of this" }));
  await north.deliver(
    aMail({
      subject: "Ropes <b>& knots",
      from: "Ada <ada@harbour.example>",
      text: "Have you any?\n",
    }),
  );
  const alerts = () => telegram.sentMessages.filter(({ buttons }) => buttons.includes("archive"));
  await expect.poll(() => alerts().length, { timeout: 30_000 }).toBe(1);
  const [alert] = alerts();
  expect(alert?.text).toContain("Ropes &lt;b&gt;&amp; knots");

  telegram.write("Plenty of them.", { repliesTo: alert?.message_id ?? 0 });
  const lastSent = () => telegram.sentMessages.at(-1)?.text.replaceAll("\u2060", "");
  await expect.poll(lastSent, { timeout: 15_000 }).toBe("Send to ada@harbour.example?");
  telegram.clickButton(telegram.sentMessages.at(-1)?.message_id ?? 0, "send");
  await expect
    .poll(lastSent, { timeout: 15_000 })
    .toBe("Your reply to ada@harbour.example is being sent.");
  telegram.clickButton(alert?.message_id ?? 0, "archive");
  await expect.poll(() => telegram.shown.at(-1), { timeout: 15_000 }).toBe("Archived.");

  await page.goto("/app/archive");
  await expect(rowOf(page, "Ropes <b>& knots")).toBeVisible();
  // The reply was sent over SMTP, and its copy is in Sent.
  await expect
    .poll(
      async () => {
        const { emails } = await call("GET /email/list", { folder: "sent" });
        return emails.map(({ subject, bodyPlain }) => `${subject}: ${bodyPlain}`);
      },
      { timeout: 30_000 },
    )
    .toContainEqual(expect.stringMatching(/^Re: Ropes <b>& knots: Plenty of them\./));

  await page.goto("/app/settings?tab=integrations");
  await page.getByRole("button", { name: "Manage Telegram" }).click();
  await dialog.getByRole("button", { name: "More about Marta Eklund" }).click();
  await page.getByRole("menuitem", { name: "Disconnect" }).click();
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(dialog.getByText("No chats connected.")).toBeVisible();
  await expect
    .poll(() => telegram.sentMessages.at(-1)?.text)
    .toMatch(/no longer connected to Inlet/);
});
