import { expect, type Page } from "@playwright/test";
import type { TokenScope } from "../../contract/endpoint.ts";
import { connectMcp, type McpClient } from "../../server/testing/fakes/mcp-client.ts";
import type { CallApi } from "../../tools/demo/api.ts";
import { expectAccessible } from "../support/axe.ts";
import { beginWriting, composer, textOf } from "../support/composer.ts";
import { test } from "../support/fixtures.ts";
import { ImapClient } from "../support/imap-client.ts";
import type { TestUser } from "../support/product.ts";

const scopes: TokenScope[] = ["read", "send"];

/** Returns an MCP client whose token covers only the first mailbox. */
async function connectMcpClient(page: Page, call: CallApi, user: TestUser): Promise<McpClient> {
  const { accounts } = await call("GET /imap/accounts", {});
  const [from] = user.mailboxes;
  const own = accounts.filter((account) => account.account_mail === from.address);
  const { token } = await call("POST /user/tokens", {
    password: user.password,
    name: "My agent",
    days: 30,
    scopes,
    accounts: own.map(({ id }) => id),
  });
  return connectMcp(new URL(page.url()).origin, token);
}

function stateIn(text: string): { id: string; state: string } {
  const { id, state }: { id: string; state: string } = JSON.parse(text);
  return { id, state };
}

test("shows at once which message an API client wants to send, and sends only approved ones, once", async ({
  page,
  user,
  product,
}) => {
  test.setTimeout(180_000);
  const { to, from, call } = await beginWriting(page, { user, product });
  const program = await connectMcpClient(page, call, user);
  await using client = await ImapClient.open(to);

  const first = stateIn(
    (
      await program.use("send_mail", {
        to: to.address,
        subject: "Berth 12",
        content: "Is it free?",
      })
    ).text,
  );
  expect(first.state).toBe("approval");
  await expect(
    page.getByText(`“My agent” wants to send an email to ${to.address}`, { exact: true }),
  ).toBeVisible({ timeout: 2000 });
  await page.getByRole("button", { name: "Review" }).click();
  const waiting = page.getByRole("dialog", { name: "Waiting for your approval" });
  const letter = waiting.getByRole("article", { name: "Email: Berth 12" });
  await expect(letter).toContainText(from.address);
  await expect(letter).toContainText("Is it free?");
  await expect(letter).toContainText("“My agent” asked on");
  expect(await client.sources("INBOX")).toEqual([]);
  await expectAccessible(page, "a letter that waits for approval");
  await letter.getByRole("button", { name: "Approve and send" }).click();
  await expect(waiting).toBeHidden();
  // Until it is sent, the approval can be undone.
  await expect
    .poll(async () => (await client.sources("INBOX")).length, { timeout: 30_000 })
    .toBe(1);
  // A second request with the same texts is the same message.
  const again = await program.use("send_mail", {
    to: to.address,
    subject: "Berth 12",
    content: "Is it free?",
  });
  expect(stateIn(again.text)).toEqual({ id: first.id, state: "accepted" });

  const second = { to: to.address, subject: "Berth 13", content: "And this one?" };
  const { id } = stateIn((await program.use("send_mail", second)).text);
  await page.getByRole("button", { name: "Review" }).click();
  await waiting.getByRole("button", { name: "Reject" }).click();
  await expect(page.getByText("Rejected. It will not be sent.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Review" })).toHaveCount(0);
  expect((await program.use("send_status", { id })).text).toContain("cancelled");
  expect(await client.sources("INBOX")).toHaveLength(1);

  // The requests of the API client are listed under its token.
  await page.goto("/app/settings?tab=security");
  const item = page.getByRole("list", { name: "Your API tokens" }).getByRole("listitem");
  await expect(item).toContainText(`Only for ${from.address}`);
  await expect(item).toContainText("Asks before sending");
  await item.getByRole("button", { name: "Activity: My agent" }).click();
  const calls = page.getByRole("list", { name: "Requests from this app" });
  await expect(calls.getByText("send_mail")).toHaveCount(3);
  await expect(calls).not.toContainText("Berth");
  await expectAccessible(page, "what a program did");
});

test("edits a message of an API client before it is sent, also after a restart of the server", async ({
  page,
  user,
  product,
}) => {
  const { to, from } = await beginWriting(page, { user, product });
  await page.goto("/app/settings?tab=security");
  await page.getByRole("button", { name: "New token" }).click();
  const making = page.getByRole("dialog", { name: "New API token" });
  await making.getByLabel("Name", { exact: true }).fill("My agent");
  await making.getByRole("checkbox", { name: /^Send/ }).check();
  await expect(making.getByRole("checkbox", { name: "Ask me before" })).toBeChecked();
  await making.getByRole("checkbox", { name: "All my mail accounts" }).uncheck();
  await making.getByLabel("Password", { exact: true }).fill(user.password);
  await making.getByRole("button", { name: "Create token" }).click();
  await expect(making.getByText("Please choose at least one mail account.")).toBeVisible();
  await making.getByRole("checkbox", { name: from.address }).check();
  await making.getByRole("button", { name: "Create token" }).click();
  const made = page.getByRole("dialog", { name: "Your new token" });
  const token = (await made.getByLabel("Token").textContent()) ?? "";
  await made.getByRole("button", { name: "I have copied it" }).click();
  const program = await connectMcp(new URL(page.url()).origin, token);
  const { text: accounts } = await program.use("list_accounts");
  expect(accounts.match(/@/g)).toHaveLength(1);
  await program.use("send_mail", { to: to.address, subject: "Berth 14", content: "Hello." });
  await product.restart();
  await page.reload();
  await page.getByRole("button", { name: "Review" }).click();
  const waiting = page.getByRole("dialog", { name: "Waiting for your approval" });
  await waiting.getByRole("button", { name: "Edit first" }).click();
  await expect(textOf(composer(page))).toHaveValue("Hello.");
  await textOf(composer(page)).fill("Hello, in my words.");
  await composer(page).getByRole("button", { name: "Send", exact: true }).click();
  await using client = await ImapClient.open(to);
  await expect
    .poll(async () => (await client.sources("INBOX")).join("\n"), { timeout: 30_000 })
    .toContain("Hello, in my words.");
  expect(await client.sources("INBOX")).toHaveLength(1);
  await expect(page.getByRole("button", { name: "Review" })).toHaveCount(0);
});
