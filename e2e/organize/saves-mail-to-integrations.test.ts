import { expect, type Page } from "@playwright/test";
import { readBlocks } from "../../server/testing/fakes/notion/blocks.ts";
import {
  type NotionServer,
  startNotionServer,
} from "../../server/testing/fakes/notion/notion-server.ts";
import {
  startTrelloServer,
  type TrelloServer,
} from "../../server/testing/fakes/trello/trello-server.ts";
import { rowOf, signIn, test as withProduct } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";
import { type Product, startProduct } from "../support/product.ts";

interface Services {
  notion: NotionServer;
  trello: TrelloServer;
  product: Product;
}

const test = withProduct.extend<object, Services>({
  notion: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      await using notion = await startNotionServer();
      await use(notion);
    },
    { scope: "worker" },
  ],
  trello: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      await using trello = await startTrelloServer();
      await use(trello);
    },
    { scope: "worker" },
  ],
  product: [
    async ({ notion, trello }, use) => {
      const env = { NOTION_API_URL: notion.url, TRELLO_API_URL: trello.url };
      await using product = await startProduct({ env });
      await use(product);
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const columns = { Name: "title", Due: "date", Link: "url" } as const;

test("leads to the settings, where Notion and Trello are connected and tested", async ({
  page,
  user,
  notion,
  trello,
}) => {
  notion.addDatabase("Tasks", columns);
  trello.addBoard("Boat", ["To do", "Done"]);
  const [north] = user.mailboxes;
  await north.deliver(aMail({ subject: "Ropes" }));
  await user.connect();
  await signIn(page, user);
  await rowOf(page, "Ropes").click();
  await expect(page.getByRole("button", { name: "Reply", exact: true }).first()).toBeVisible();
  // Before anything is connected, the key opens the page to connect it.
  await page.keyboard.press("t");
  await page.keyboard.press("n");
  const asked = page.getByRole("dialog", { name: "Save to Notion" });
  await expect(asked.getByText("Notion is not connected, or is paused.")).toBeVisible();
  await asked.getByRole("button", { name: "Open Integrations" }).click();
  await expect(page).toHaveURL(/settings\?tab=integrations/);

  await page.getByRole("button", { name: "Connect Notion" }).click();
  const places = page.getByRole("dialog", { name: "Notion" });
  await places.getByRole("button", { name: "Connect Notion" }).click();
  const form = page.getByRole("dialog", { name: "Connect Notion" });
  await form.getByLabel("Internal integration secret").fill("ntn_mistyped");
  await form.getByRole("button", { name: "Find" }).click();
  await expect(form.getByRole("alert")).toContainText("Notion did not accept this token.");
  await form.getByLabel("Internal integration secret").fill(notion.token);
  await form.getByRole("button", { name: "Find" }).click();
  await form.getByRole("radio", { name: "Tasks" }).check();
  await form.getByRole("button", { name: "Connect", exact: true }).click();
  const list = places.getByRole("list", { name: "Your places in Notion" });
  await expect(list.getByRole("listitem")).toContainText("Tasks");
  await places.getByRole("button", { name: "Test: Tasks" }).click();
  await expect(page.getByText("Emails can be saved to Tasks.").first()).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Connect Trello" }).click();
  const lists = page.getByRole("dialog", { name: "Trello" });
  await lists.getByRole("button", { name: "Connect Trello" }).click();
  const second = page.getByRole("dialog", { name: "Connect Trello" });
  await second.getByLabel("API key").fill(trello.key);
  await second.getByLabel("Token", { exact: true }).fill(trello.token);
  await second.getByRole("button", { name: "Connect", exact: true }).click();
  await second.getByRole("radio", { name: "To do" }).check();
  await second.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(lists.getByRole("list", { name: "Your lists in Trello" })).toContainText("Boat");
  await page.keyboard.press("Escape");
  await expect(lists).toBeHidden();
});

test("saves an edited message by key and from the palette, once, and opens it", async ({
  page,
  user,
  notion,
  trello,
}) => {
  const tasks = notion.addDatabase("Letters", columns);
  const [todo] = trello.addBoard("Yard", ["To do"]).lists;
  const [north] = user.mailboxes;
  await north.deliver(
    aMail({
      subject: "Drawings of the keel",
      text: "Hello,\n\nplease send me the drawings of the keel by 4 December 2026. Could you also call the yard?\n\nMarta\n",
      date: Date.now() - 60_000,
    }),
  );
  const call = await user.connect();
  await call("POST /notion", { token: notion.token, placeId: tasks.id });
  await call("POST /trello", { key: trello.key, token: trello.token, placeId: todo?.id ?? "" });
  await signIn(page, user);
  await rowOf(page, "Drawings of the keel").click();
  const asked = page.getByRole("dialog", { name: "Save to Notion" });
  await expect(page.getByRole("button", { name: "Reply", exact: true }).first()).toBeVisible();
  await page.keyboard.press("t");
  await page.keyboard.press("n");
  await expect(asked.getByLabel("Title")).toHaveValue("Drawings of the keel");
  await expect(asked.getByLabel("Due")).toHaveValue("2026-12-04");
  await expect(asked.getByLabel("Checklist")).toHaveValue(
    /^Please send me the drawings.*\n.*call the yard/,
  );
  await expect(asked.getByLabel("Title")).toBeFocused();
  await asked.getByLabel("Title").fill("Send the drawings");
  await asked.getByLabel("Due").fill("2026-12-03");
  await asked.getByLabel("Checklist").fill("Find them\nSend them");
  await asked.getByRole("button", { name: "Save" }).click();
  await expect(asked).toBeHidden();
  const page1 = await opened(page, "Saved to Notion");
  await expect(page1.getByText("A page of Notion: Send the drawings")).toBeVisible();
  await page1.close();
  const made = notion.pages.filter(({ parent }) => parent.id === tasks.id);
  expect(made).toHaveLength(1);
  expect(made[0]?.properties).toMatchObject({ Due: { date: { start: "2026-12-03" } } });
  const { lines, links } = readBlocks(made[0]?.children ?? []);
  expect(lines).toEqual(expect.arrayContaining(["[ ] Find them", "[ ] Send them"]));

  // The link in the Notion page opens the message.
  const back = await page.context().newPage();
  await back.goto(links[0] ?? "");
  await expect(back.getByRole("heading", { name: "Drawings of the keel" }).first()).toBeVisible();
  await back.close();

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("save to trello");
  await page.keyboard.press("Enter");
  const card = page.getByRole("dialog", { name: "Save to Trello" });
  await expect(card.getByLabel("Where")).toContainText("To do (Yard)");
  await card.getByRole("button", { name: "Save" }).click();
  const page2 = await opened(page, "Saved to Trello");
  await expect(page2.getByText("A card of Trello: Drawings of the keel")).toBeVisible();
  await page2.close();

  // Save it again, from the menu: there is only one card, and a link to it.
  await page.getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("menuitem", { name: "Save to Trello…" }).click();
  await expect(card.getByText("Already saved there.")).toBeVisible();
  await card.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Already saved to Trello").first()).toBeVisible();
  expect(trello.cards).toHaveLength(1);
});

/** Returns the page that the "Open" button of a toast opens. */
async function opened(page: Page, body: string): Promise<Page> {
  const toast = page.getByRole("dialog").filter({ hasText: body });
  await expect(toast).toBeVisible({ timeout: 20_000 });
  const [other] = await Promise.all([
    page.context().waitForEvent("page"),
    toast.getByRole("button", { name: "Open", exact: true }).click(),
  ]);
  return other;
}
