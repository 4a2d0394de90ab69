import path from "node:path";
import type { Page } from "@playwright/test";
import { type Look, openList, stagePassword } from "./look.ts";

const tab = (value: string): Look => ({
  name: `settings ${value}`,
  as: "nora",
  take: (page) => openTab(page, value),
});

/** A dialog that one button of a part of the settings opens. */
const dialogOf = (part: string, button: string, title: string): Look => ({
  name: `settings ${part} ${title.toLowerCase()}`,
  as: "nora",
  take: async (page) => {
    await openTab(page, part);
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByRole("dialog", { name: title }).waitFor();
  },
});

const twoWorkspaces = {
  success: true,
  isSetUp: true,
  accounts: ["Harbour Office", "Rowing Club"].map((name) => ({
    slack_team_id: name,
    slack_team_name: name,
    slack_bot_user_id: "B1",
    slack_user_id: "U1",
    created_at: "2026-11-02T09:00:00.000Z",
  })),
};

/** The settings with their dialogs, and how an account is added. */
export const settingsLooks: readonly Look[] = [
  tab("profile"),
  tab("accounts"),
  tab("security"),
  tab("notifications"),
  tab("appearance"),
  tab("sending"),
  tab("labels"),
  tab("integrations"),
  tab("transfer"),
  tab("blocked"),
  tab("shortcuts"),
  {
    name: "settings picture",
    as: "nora",
    take: async (page) => {
      await openTab(page, "profile");
      await page
        .getByLabel("Choose a picture", { exact: true })
        .and(page.locator("input"))
        .setInputFiles(path.resolve(import.meta.dirname, "../../web/public/icon-512.png"));
      await page.getByRole("dialog", { name: "Your picture" }).waitFor();
    },
  },
  dialogOf("security", "Change password", "Change password"),
  dialogOf("security", "New token", "New API token"),
  dialogOf("security", "Export…", "Export my data"),
  {
    name: "settings security delete account",
    as: "nora",
    take: async (page) => {
      await openTab(page, "security");
      await page.getByRole("button", { name: "Delete account…" }).click();
      await page.getByRole("alertdialog", { name: "Delete account" }).waitFor();
    },
  },
  {
    name: "settings security authenticator",
    as: "nora",
    take: async (page) => {
      await openTab(page, "security");
      await page.getByRole("button", { name: "Set up" }).click();
      const dialog = page.getByRole("dialog", { name: "Set up two-factor authentication" });
      await dialog.getByLabel("Password", { exact: true }).fill(stagePassword);
      await dialog.getByRole("button", { name: "Continue" }).click();
      await dialog.getByRole("img", { name: /^QR code/ }).waitFor();
    },
  },
  {
    name: "settings Slack",
    as: "nora",
    take: async (page) => {
      await page.route("**/api/slack/accounts", (route) => route.fulfill({ json: twoWorkspaces }));
      await openTab(page, "integrations");
      await page.getByRole("tabpanel").getByRole("button", { name: "Manage" }).click();
      await page.getByRole("dialog", { name: "Slack Integration" }).waitFor();
    },
  },
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
