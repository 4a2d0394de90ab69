import type { Page } from "@playwright/test";
import type { Look } from "./screenshot.ts";
import { stagePassword } from "./fixture.ts";

/** Screens of administrators, with some of their dialogs. Nora was the first to sign up. */
export const administrationScreenshots: readonly Look[] = [
  {
    name: "administration users",
    as: "nora",
    take: async (page) => {
      await openSection(page, "users");
      await page.getByText("Owen Pryce").waitFor();
    },
  },
  {
    name: "administration actions",
    as: "nora",
    take: async (page) => {
      await openSection(page, "users");
      await page.getByRole("button", { name: "Actions: Owen Pryce" }).click();
      await page.getByRole("menuitem", { name: "Delete…" }).waitFor();
    },
  },
  {
    name: "administration delete",
    as: "nora",
    take: async (page) => {
      await openSection(page, "users");
      await page.getByRole("button", { name: "Actions: Owen Pryce" }).click();
      await page.getByRole("menuitem", { name: "Delete…" }).click();
      await page.getByRole("alertdialog", { name: "Delete Owen Pryce" }).waitFor();
    },
  },
  {
    name: "administration password link",
    as: "nora",
    take: async (page) => {
      await page.route("**/admin/users/*/reset", (route) =>
        route.fulfill({ json: { url: "https://mail.example.org/reset?token=kq3vT9uY2" } }),
      );
      await openSection(page, "users");
      await page.getByRole("button", { name: "Actions: Owen Pryce" }).click();
      await page.getByRole("menuitem", { name: "New password…" }).click();
      const dialog = page.getByRole("dialog", { name: "A new password for Owen Pryce" });
      await dialog.getByLabel("Your password", { exact: true }).fill(stagePassword);
      await dialog.getByRole("button", { name: "Create link" }).click();
      await dialog.getByLabel("Link", { exact: true }).waitFor();
    },
  },
  {
    name: "administration registration",
    as: "nora",
    take: async (page) => {
      const invitations = ["runa@example.com", ""].map((email, at) => ({
        id: String(at),
        email,
        createdAt: "2026-11-17T09:00:00.000Z",
        expiresAt: "2026-11-24T09:00:00.000Z",
      }));
      await page.route("**/admin/registration", (route) =>
        route.fulfill({
          json: { mode: "invite", isFixed: false, isChosen: true, sendsMail: true, invitations },
        }),
      );
      await openSection(page, "registration");
      await page.getByRole("list", { name: "Pending invitations" }).waitFor();
    },
  },
  {
    name: "administration invite",
    as: "nora",
    take: async (page) => {
      await openSection(page, "registration");
      await page.getByRole("button", { name: "New invitation" }).click();
      await page.getByRole("dialog", { name: "New invitation" }).waitFor();
    },
  },
  {
    name: "administration accounts",
    as: "nora",
    take: async (page) => {
      await page.route("**/admin/accounts*", (route) => route.fulfill({ json: twoAccounts }));
      await openSection(page, "accounts");
      await page.getByText("1 account has errors.").waitFor();
    },
  },
  {
    name: "administration jobs",
    as: "nora",
    take: async (page) => {
      await page.route("**/admin/jobs*", (route) => route.fulfill({ json: someJobs }));
      await openSection(page, "jobs");
      await page.getByRole("list", { name: "Failed jobs" }).waitFor();
    },
  },
  {
    name: "administration storage",
    as: "nora",
    take: async (page) => {
      await openSection(page, "storage");
      await page.getByText("Free disk space").waitFor();
    },
  },
  {
    name: "administration models",
    as: "nora",
    take: async (page) => {
      await page.route("**/admin/model-use*", (route) => route.fulfill({ json: someUse }));
      await openSection(page, "models");
      await page.getByText("Total").waitFor();
    },
  },
  {
    name: "administration backups",
    as: "nora",
    take: async (page) => {
      await page.route("**/admin/backups", (route) => route.fulfill({ json: twoBackups }));
      await openSection(page, "backups");
      await page.getByRole("list", { name: "Backups" }).waitFor();
    },
  },
  {
    name: "administration refused",
    as: "newcomer",
    take: async (page) => {
      await page.goto("/app/settings/admin/users");
      await page.getByText("Only administrators can do this.").waitFor();
    },
  },
];

async function openSection(page: Page, value: string): Promise<void> {
  await page.goto(`/app/settings/admin/${value}`);
  await page.getByRole("tabpanel").locator("section").first().waitFor();
}

const owen = { userId: "owen", userEmail: "owen@example.com" };

const twoAccounts = {
  total: 2,
  inTrouble: 1,
  accounts: [
    {
      id: "1",
      ...owen,
      address: "owen.pryce@harbour.example",
      host: "imap.harbour.example",
      state: "failed",
      errorCode: "account.bad_login",
      errorMessage: "The mail server did not accept this address and password.",
      lastSyncAt: "2026-11-16T09:00:00.000Z",
    },
    {
      id: "2",
      userId: "nora",
      userEmail: "nora@example.com",
      address: "nora@lindqvist.example",
      host: "imap.lindqvist.example",
      state: "watching",
      errorCode: "",
      errorMessage: "",
      lastSyncAt: "2026-11-18T08:39:00.000Z",
    },
  ],
};

const someJobs = {
  waiting: 3,
  running: 2,
  scheduled: 1240,
  failedTotal: 1,
  failed: [
    {
      id: "1",
      kind: "sync-contacts",
      ...owen,
      failures: 7,
      errorCode: "ECONNREFUSED",
      errorMessage: "The other server refused the connection.",
      failedAt: "2026-11-18T08:31:00.000Z",
      nextTryAt: "2026-11-18T08:41:00.000Z",
    },
  ],
};

const someUse = {
  month: "2026-11",
  months: ["2026-11", "2026-10"],
  users: [
    {
      userId: "nora",
      userEmail: "nora@example.com",
      calls: 412,
      inputTokens: 1_804_220,
      outputTokens: 96_310,
      usd: 3.2871,
      unpriced: 0,
    },
    { ...owen, calls: 9, inputTokens: 31_008, outputTokens: 2_417, usd: 0.0412, unpriced: 2 },
  ],
};

const twoBackups = {
  folder: "/srv/inlet/data/backups",
  problem: "",
  backups: [
    {
      name: "inlet-2026-11-18T03-15-00Z-nightly.tar",
      at: "2026-11-18T03:15:00.000Z",
      bytes: 412_090_368,
      kind: "nightly",
    },
    {
      name: "inlet-2026-11-02T10-12-00Z-manual.tar",
      at: "2026-11-02T10:12:00.000Z",
      bytes: 398_114_816,
      kind: "manual",
    },
  ],
};
