import type { Page } from "@playwright/test";
import { type Look, openMail } from "./screenshot.ts";

const people = [
  ["Marta Eklund", "marta.eklund@harbourworks.example"],
  ["Jonas Vik", "jonas@harbourworks.example\njonas.vik@example.org"],
  ["Åsa Öberg", "asa@rowing.example"],
] as const;

const meeting = {
  title: "Board paper",
  place: "",
  start: "2026-11-20T09:45",
  end: "2026-11-20T10:45",
  words: "Friday at 9:45",
};

/** Each integration with the names of its button and its dialog. */
const dialogs = [
  ["Telegram", "Telegram"],
  ["webhooks", "Webhooks"],
  ["calendars", "Calendars"],
  ["Notion", "Notion"],
  ["Trello", "Trello"],
] as const;

/** Screens beyond mail: contacts, calendars and linked services. */
export const linkingScreenshots: readonly Look[] = [
  ...dialogs.map(([things, title]): Look => ({
    name: `linking ${title}`,
    as: "nora",
    take: async (page) => {
      await page.goto("/app/settings?tab=integrations");
      await page
        .getByRole("button", { name: new RegExp(`^(Connect|Manage|Set up|Ask .*) ${things}$`) })
        .click();
      await page.getByRole("dialog", { name: title }).waitFor();
    },
  })),
  {
    name: "linking contacts empty",
    as: "newcomer",
    take: async (page) => {
      await page.goto("/app/contacts");
      await page.getByRole("button", { name: "Add contact" }).first().waitFor();
    },
  },
  {
    name: "linking contacts",
    as: "nora",
    take: async (page) => openContacts(page),
  },
  {
    name: "linking contact beside",
    as: "nora",
    take: async (page) => {
      await openContacts(page);
      await page.getByRole("button", { name: "Marta Eklund" }).first().click();
      await page.getByRole("article").waitFor();
    },
  },
  {
    name: "linking contact",
    as: "nora",
    take: async (page) => {
      await openContacts(page);
      await page.getByRole("button", { name: "Marta Eklund" }).first().click();
      await page.getByRole("article").getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog", { name: "Edit contact" }).waitFor();
    },
  },
  {
    name: "linking brief",
    as: "nora",
    take: async (page) => {
      await page.goto("/app/brief");
      await page.getByRole("heading", { level: 2 }).first().waitFor();
    },
  },
  {
    name: "linking meeting",
    as: "nora",
    take: async (page, stage) => {
      // Events in the demo mail have already passed.
      await page.route("**/email/*/event", (route) => route.fulfill({ json: { event: meeting } }));
      await openMail(page, stage, "Board paper");
      await page.getByRole("button", { name: /Add to calendar/ }).click();
      await page.getByRole("dialog").getByLabel("Starts").waitFor();
    },
  },
  {
    name: "linking save without a place",
    as: "nora",
    take: async (page, stage) => {
      await openMail(page, stage, "Board paper");
      await page.keyboard.press("t");
      await page.keyboard.press("n");
      await page
        .getByRole("dialog")
        .getByText(/not connected|No .* connected|No webhooks/)
        .waitFor();
    },
  },
];

async function openContacts(page: Page): Promise<void> {
  await page.goto("/app/contacts");
  const known = page.getByRole("list", { name: "Contacts, most frequent first" });
  await page.getByRole("button", { name: "Add contact" }).first().waitFor();
  const isThere = await known.getByRole("button", { name: "Marta Eklund" }).first().isVisible();
  for (const [name, addresses] of isThere ? [] : people) {
    await page.getByRole("button", { name: "Add contact" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add contact" });
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("Email address 1").fill(addresses);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
  }
  await known.getByRole("button", { name: "Marta Eklund" }).first().waitFor();
}
