import type { Page } from "@playwright/test";
import type { MailPreferences } from "../../contract/mail/settings.ts";
import { type Look, openList } from "./screenshot.ts";

/** The menus of the list, and the list with other preferences. */
export const listVariantScreenshots: readonly Look[] = [
  {
    name: "list row menu",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page.getByRole("row").nth(1).click({ button: "right" });
      await page.getByRole("menu").waitFor();
    },
  },
  {
    name: "list filter menu",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("menu").waitFor();
    },
  },
  {
    name: "list menu",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page.getByRole("button", { name: "More about this list" }).click();
      await page.getByRole("menu").waitFor();
    },
  },
  {
    name: "list sorting menu",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page
        .locator("[role='row'] [data-classification] > *")
        .filter({ visible: true })
        .first()
        .click();
      await page.getByRole("menu").waitFor();
    },
  },
  {
    name: "list account menu",
    as: "nora",
    take: async (page) => {
      await openList(page);
      await page.getByRole("button", { name: "Account menu" }).click();
      await page.getByRole("menu").waitFor();
    },
  },
  // The device keeps these preferences until the next look has fetched the user's own.
  { name: "list compact", as: "nora", take: (page) => openWith(page, { density: "compact" }) },
  {
    name: "list comfortable",
    as: "nora",
    take: (page) => openWith(page, { density: "comfortable" }),
  },
  { name: "list only", as: "nora", take: (page) => openWith(page, { readingPane: "off" }) },
  {
    name: "list only compact",
    as: "nora",
    take: (page) => openWith(page, { density: "compact", readingPane: "off" }),
  },
];

/** Opens the list as with other preferences, which the server does not store. */
async function openWith(page: Page, change: Partial<MailPreferences>): Promise<void> {
  await page.route("**/user/preferences", async (route) => {
    const response = await route.fetch();
    const { preferences } = await response.json();
    await route.fulfill({ response, json: { preferences: { ...preferences, ...change } } });
  });
  await openList(page);
  const { density = "normal" } = change;
  await page.locator(`[data-density="${density}"]`).waitFor();
  if (change.readingPane) await page.getByRole("separator").waitFor({ state: "detached" });
}
