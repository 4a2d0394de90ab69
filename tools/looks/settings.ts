import type { Page } from "@playwright/test";
import { type Look, openList } from "./look.ts";

const tab = (value: string): Look => ({
  name: `settings ${value}`,
  as: "nora",
  take: (page) => openTab(page, value),
});

/** The settings with their dialogs, and how an account is added. */
export const settingsLooks: readonly Look[] = [
  tab("profile"),
  tab("accounts"),
  tab("security"),
  tab("appearance"),
  tab("sending"),
  tab("labels"),
  tab("transfer"),
  tab("blocked"),
  tab("shortcuts"),
  {
    name: "settings account details",
    as: "nora",
    take: async (page) => {
      await openTab(page, "accounts");
      await page
        .getByRole("button", { name: /^Details: / })
        .first()
        .click();
      await page.getByRole("button", { name: "Test connection" }).click();
      await page.getByText("Everything works").waitFor({ timeout: 30_000 });
    },
  },
  {
    name: "settings change account",
    as: "nora",
    take: async (page) => {
      await openTab(page, "accounts");
      await page
        .getByRole("button", { name: /^Details: / })
        .first()
        .click();
      await page
        .getByRole("button", { name: /^Change: / })
        .first()
        .click();
      await page.getByRole("dialog", { name: "Change account" }).waitFor();
    },
  },
  {
    name: "settings delete label",
    as: "nora",
    take: async (page) => {
      await openTab(page, "labels");
      await page
        .getByRole("button", { name: /^Delete label / })
        .first()
        .click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "settings add sender",
    as: "nora",
    take: async (page) => {
      await openTab(page, "sending");
      await page.getByRole("button", { name: "Add sender" }).click();
      await page.getByRole("dialog", { name: "Add sender" }).waitFor();
    },
  },
  {
    name: "settings add account",
    as: "nora",
    take: async (page) => {
      await openList(page);
      const add = page.getByRole("button", { name: "Add email account" });
      const menu = page.getByRole("button", { name: /^Open sidebar/ });
      if (await menu.isVisible()) await menu.click();
      await add.filter({ visible: true }).first().click();
      await page.getByRole("dialog", { name: "Add Email Account" }).waitFor();
    },
  },
];

async function openTab(page: Page, value: string): Promise<void> {
  await page.goto(`/app/settings?tab=${value}`);
  await page
    .getByRole("tabpanel")
    .getByRole("button")
    .or(page.getByRole("radio"))
    .first()
    .waitFor();
}
