import { expect } from "@playwright/test";
import { readMessage } from "../../server/testing/fakes/slack/check-blocks.ts";
import {
  type SlackServer,
  startSlackServer,
} from "../../server/testing/fakes/slack/slack-server.ts";
import {
  alone,
  rowOf,
  signIn,
  test as withProduct,
  unfoldIntegrations,
} from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import { type Product, startProduct } from "../support/product.ts";

const ada = { team: "T0HARBOUR", user: "U0ADA" };

const test = withProduct.extend<object, { slack: SlackServer; product: Product }>({
  slack: [
    alone(async () => {
      const slack = await startSlackServer();
      slack.addTeam({
        id: "T0HARBOUR",
        name: "Harbour Office",
        channels: [{ id: "C0GENERAL", name: "general" }],
      });
      return slack;
    }),
    { scope: "worker" },
  ],
  product: [
    async ({ slack }, use) => {
      const env = {
        SLACK_CLIENT_ID: slack.app.clientId,
        SLACK_CLIENT_SECRET: slack.app.clientSecret,
        SLACK_SIGNING_SECRET: slack.app.signingSecret,
        SLACK_API_URL: slack.apiUrl,
      };
      await using product = await startProduct({ env });
      slack.announces(product.app.url);
      await use(product);
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test("links a workspace, posts a message with its summary, and answers and archives it from Slack", async ({
  page,
  user,
  slack,
}) => {
  const [north, south] = user.mailboxes;
  await north.deliver(aMail({ subject: "Here before" }));
  const call = await user.connect();
  slack.signInAs(ada);
  await signIn(page, user);
  await expect(rowOf(page, "Here before")).toBeVisible();
  await unfoldIntegrations(page);
  await page.getByRole("button", { name: "Connect Slack" }).click();
  const dialog = page.getByRole("dialog", { name: "Slack Integration" });
  await dialog.getByRole("button", { name: "Connect Slack" }).click();
  await page.getByRole("link", { name: "Allow" }).click();
  await expect(page.getByText("Harbour Office is connected.").first()).toBeVisible();
  const workspace = dialog.getByRole("list", { name: "Connected workspaces" });
  await expect(workspace.getByText("Active")).toBeVisible();
  await expect(workspace.getByText("Choose a channel to start")).toBeVisible();

  await dialog.getByLabel("Post emails in").selectOption({ label: "#general" });
  await expect(workspace.getByText("Posts to #general")).toBeVisible();
  const high = dialog.getByRole("checkbox", { name: "High priority" });
  // Unlike uncheck(), this waits until the page shows the choice.
  await high.click();
  await expect(high).not.toBeChecked();
  await dialog.getByRole("button", { name: "Send a test to Harbour Office" }).click();
  await expect(page.getByText("Posted in general.").first()).toBeVisible();
  const posted = (words: string) =>
    slack.messages.find(({ blocks }) => readMessage(blocks).words.includes(words));
  expect(posted("This is a test by Inlet.")).toBeTruthy();

  await north.deliver(
    aMail({
      subject: "<!channel> Ropes & <https://evil.example|knots>",
      from: "Marta Eklund <marta@example.org>",
      headers: [`Reply-To: ${south.address}`],
      text: "Hello,\n\nplease bring forty metres of rope to the jetty by Friday. https://evil.example\n\nMarta\n",
    }),
  );
  await expect.poll(() => posted("Ropes & <https"), { timeout: 30_000 }).toBeTruthy();
  const message = posted("Ropes & <https");
  if (!message) throw new Error("It was posted.");
  const { words, links, mentions } = readMessage(message.blocks);
  expect(words).toContain("From Marta Eklund (marta@example.org)");
  expect(words).toContain("forty metres of rope");
  expect({ links, mentions }).toEqual({ links: [], mentions: [] });

  await slack.clickButton(ada, message, { actionId: "inlet_reply" });
  await expect.poll(() => slack.viewOf(ada)).toBeTruthy();
  expect(readMessage(slack.viewOf(ada)?.view.blocks ?? []).words).toContain(`To ${south.address}`);
  const answer = await slack.submit(ada, { words: "They are on board." });
  expect(await answer.json()).toEqual({ response_action: "clear" });
  await slack.clickButton(ada, message, { actionId: "inlet_archive" });
  await expect.poll(() => readMessage(message.blocks).words).toContain("Archived from Slack");
  await page.goto("/app/archive");
  await expect(rowOf(page, "Ropes & <https")).toBeVisible();
  // The reply was sent over SMTP and is in the other mailbox, which also belongs to the user.
  await expect
    .poll(
      async () => {
        const { emails } = await call("GET /email/list", { folder: "recieved" });
        return emails.map(({ bodyPlain }) => bodyPlain);
      },
      { timeout: 30_000 },
    )
    .toContainEqual(expect.stringMatching(/^They are on board\./));

  await page.getByRole("button", { name: "Slack Harbour Office" }).click();
  await dialog.getByRole("button", { name: "Disconnect Harbour Office" }).click();
  await expect(page.getByText("Slack workspace disconnected successfully").first()).toBeVisible();
  await expect(dialog.getByText("No workspaces connected.")).toBeVisible();
  expect(slack.tokens.every(({ isRevoked }) => isRevoked)).toBe(true);
});

test("reports that Slack denied access, and can start again", async ({ page, user, slack }) => {
  await user.connect();
  slack.signInAs(ada);
  await signIn(page, user);
  await unfoldIntegrations(page);
  await page.getByRole("button", { name: "Connect Slack" }).click();
  const dialog = page.getByRole("dialog", { name: "Slack Integration" });
  await dialog.getByRole("button", { name: "Connect Slack" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("Slack was not connected")).toBeVisible();
  await expect(page.getByText("Slack did not give Inlet access to the workspace.")).toBeVisible();
  await page.getByRole("button", { name: "Back to mail" }).click();
  await page.waitForURL("**/app");
});
