import path from "node:path";
import type { Page } from "@playwright/test";
import { type Look, openList } from "./screenshot.ts";
import { stagePassword } from "./fixture.ts";

const tab = (value: string): Look => ({
  name: `settings ${value}`,
  as: "nora",
  take: (page) => openTab(page, value),
});

/** Returns the screenshot of a dialog that a button in a section of the settings opens. */
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

/** The settings with their dialogs, and the dialog that adds an account. */
export const settingsScreenshots: readonly Look[] = [
  tab("profile"),
  tab("accounts"),
  tab("security"),
  tab("notifications"),
  tab("appearance"),
  tab("sending"),
  tab("inbox"),
  tab("labels"),
  {
    name: "settings list",
    as: "nora",
    take: async (page) => {
      await page.goto("/app/settings");
      await page.getByText("Email Accounts").first().waitFor();
    },
  },
  {
    name: "settings search",
    as: "nora",
    take: async (page) => {
      await page.goto("/app/settings");
      await page.getByRole("searchbox", { name: "Search settings" }).fill("send");
      await page.getByText("Undo send").waitFor();
    },
  },
  {
    name: "settings found",
    as: "nora",
    take: async (page) => {
      await page.goto("/app/settings");
      await page.getByRole("searchbox", { name: "Search settings" }).fill("undo send");
      await page.getByRole("button", { name: "Undo send" }).click();
      await page.locator("[data-found]").waitFor();
    },
  },
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
    name: "settings security passkey",
    as: "nora",
    take: async (page, stage) => {
      // Passkeys require a host name, not an IP address.
      const { port } = new URL(stage.url);
      await page.goto(`http://localhost:${port}/app/settings?tab=security`);
      await page.getByRole("button", { name: "Add a passkey" }).click();
      await page.getByRole("dialog", { name: "Add a passkey" }).waitFor();
    },
  },
  {
    name: "settings device code",
    as: "nora",
    take: async (page) => {
      const provider = { provider: "microsoft", isSetUp: true, variables: [], hasDeviceCode: true };
      await page.route("**/imap/oauth", (route) =>
        route.fulfill({ json: { providers: [provider] } }),
      );
      const code = {
        id: "1",
        userCode: "GT7K-QXWP",
        verificationUrl: "https://login.example/device",
        expiresAt: "2026-11-18T08:55:00.000Z",
        intervalMs: 600_000,
      };
      await page.route("**/imap/oauth/device", (route) => route.fulfill({ json: code }));
      await openAddAccount(page);
      await page.getByRole("button", { name: "Use a code on another device" }).click();
      await page.getByText(code.userCode).waitFor();
    },
  },
  {
    name: "settings sorting",
    as: "nora",
    take: async (page) => {
      await openTab(page, "inbox");
      await page.getByText("Senders with a fixed category or priority").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "settings labels empty",
    as: "newcomer",
    take: (page) => openTab(page, "labels"),
  },
  {
    name: "settings failed",
    as: "nora",
    take: async (page) => {
      await page.route("**/rules", (route) => route.abort());
      await page.goto("/app/settings?tab=rules");
      await page.getByText("Your rules could not be loaded.").waitFor({ timeout: 30_000 });
    },
  },
  {
    name: "settings Slack",
    as: "nora",
    take: async (page) => {
      await page.route("**/api/slack/accounts", (route) => route.fulfill({ json: twoWorkspaces }));
      await openTab(page, "integrations");
      await page.getByRole("button", { name: "Manage Slack" }).click();
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
    take: openAddAccount,
  },
];

/** Opens a section of the settings and waits until its content can be used. */
export async function openTab(page: Page, value: string): Promise<void> {
  await page.goto(`/app/settings?tab=${value}`);
  await page.getByRole("tabpanel").locator("section").first().waitFor();
}

async function openAddAccount(page: Page): Promise<void> {
  await openList(page);
  const add = page.getByRole("button", { name: "Add email account" });
  const menu = page.getByRole("button", { name: /^Open sidebar/ });
  if (await menu.isVisible()) await menu.click();
  await add.filter({ visible: true }).first().click();
  await page.getByRole("dialog", { name: "Add Email Account" }).waitFor();
}
