import { expect } from "@playwright/test";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

test("shows new messages while the page is open, without a reload", async ({ page, user }) => {
  const [north, south] = user.mailboxes;
  await north.deliver(aMail({ subject: "Already here" }));
  await user.connect();
  await signIn(page, user);
  await expect(rowOf(page, "Already here")).toBeVisible();
  const times: number[] = [];
  for (let at = 0; at < 20; at++) {
    const mailbox = at % 2 === 0 ? north : south;
    const started = Date.now();
    await mailbox.deliver(aMail({ subject: `Fresh mail no. ${at}.`, to: mailbox.address }));
    await expect(rowOf(page, `Fresh mail no. ${at}.`)).toBeVisible();
    times.push(Date.now() - started);
  }
  times.sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1];
  process.stdout.write(`delivery to row: median ${times[10]} ms, p95 ${p95} ms\n`);
});

test("shows messages that arrived between the first fetch and the first event of the stream", async ({
  page,
  user,
}) => {
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Already here" }));
  const call = await user.connect();
  const line = Promise.withResolvers<void>();
  await page.route("**/events", async (route) => {
    await line.promise;
    await route.continue();
  });
  await signIn(page, user);
  await expect(rowOf(page, "Already here")).toBeVisible();
  await north.deliver(aMail({ subject: "Came in between" }));
  await expect
    .poll(async () => (await call("GET /email/list", {})).emails.map(({ subject }) => subject))
    .toContain("Came in between");
  await expect(rowOf(page, "Came in between")).toBeHidden();
  line.resolve();
  await expect(rowOf(page, "Came in between")).toBeVisible();
});
