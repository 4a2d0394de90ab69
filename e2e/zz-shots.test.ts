import { openMail, rowOf, signIn, test } from "./fixtures.ts";
import { ImapClient } from "./imap-client.ts";
import { aMail } from "./mail.ts";
const dayMs = 86_400_000;
test("shots", async ({ page, person, product }) => {
  test.setTimeout(180_000);
  const [mailbox] = person.mailboxes;
  const [maria] = product.newPerson().mailboxes;
  const date = Date.now() - 9 * dayMs;
  const client = await ImapClient.open(mailbox);
  await client.tell("CREATE Sent");
  await client.append(
    "Sent",
    aMail({
      subject: "The mooring plan",
      from: `Anna <${mailbox.address}>`,
      to: `Maria Lindqvist <${maria.address}>, Otto <otto@example.org>`,
      date,
      text: "Hi Maria,\r\n\r\ncould you please send me the mooring plan by Thursday?\r\n",
    }),
    new Date(date),
  );
  mailbox.hold([
    {
      date: date - dayMs,
      raw: aMail({
        subject: "Budget for the harbour fair next spring",
        from: "Jonas Weber <jonas@example.org>",
        to: mailbox.address,
        date: date - dayMs,
        text: "Hi Anna,\r\n\r\ncould you please review the budget draft by Thursday?\r\n\r\nBest,\r\nJonas\r\n",
      }),
    },
    {
      date: date + dayMs,
      raw: aMail({
        subject: "Lunch?",
        from: "Petra Hansen <petra@example.org>",
        to: mailbox.address,
        date: date + dayMs,
        text: "Hi Anna,\r\n\r\nare you free for lunch on Friday?\r\n\r\nPetra\r\n",
      }),
    },
  ]);
  const call = await person.connect();
  await call("POST /follow-ups/settings", { preparesAnswers: true });
  await mailbox.deliver(
    aMail({
      subject: "The draft contract",
      from: "Lena Ortiz <lena@example.org>",
      to: mailbox.address,
      text: "Hi Anna,\r\n\r\ncould you please review the contract draft by Thursday?\r\n\r\nBest,\r\nLena\r\n",
    }),
  );
  await signIn(page, person);
  await rowOf(page, "The draft contract").getByText("Draft ready").waitFor();
  const strip = page.getByRole("region", { name: "Follow-ups" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: width === 375 ? 740 : 800 });
      const shot = (name: string) =>
        page.screenshot({ path: `/tmp/fu-shots/${name}-${colorScheme}-${width}.png` });
      await page.goto("/app");
      await strip.getByRole("button").first().waitFor();
      await page.waitForTimeout(600);
      await shot("closed");
      await strip.getByRole("button").first().click();
      await page.waitForTimeout(300);
      await shot("open");
      await page.goto("/app");
      await openMail(page, "Budget for");
      await page.getByText(/has been waiting/).waitFor();
      await page.waitForTimeout(400);
      await shot("reader");
      if (colorScheme === "light") {
        await page
          .getByRole("button", { name: /^Reminder of/ })
          .last()
          .click();
        await page.waitForTimeout(300);
        await shot("menu");
      }
      await page.goto("/app/settings?tab=ai");
      await page.getByRole("heading", { name: "Follow-ups" }).scrollIntoViewIfNeeded();
      await page.waitForTimeout(400);
      await shot("settings");
    }
  }
});
