import type { Locator, Page } from "@playwright/test";
import { type Look, openList, openMail } from "./screenshot.ts";
import type { Stage } from "./fixture.ts";

/** Screens for composing, answering and the outbox. */
export const composeScreenshots: readonly Look[] = [
  {
    name: "compose empty",
    as: "nora",
    take: async (page) => {
      await openComposer(page);
    },
  },
  {
    name: "compose filled",
    as: "nora",
    take: async (page) => {
      const dialog = await openComposer(page);
      await dialog.getByRole("button", { name: "Cc", exact: true }).click();
      await dialog.getByLabel("Cc", { exact: true }).fill("no address, owen@example.org,");
      await dialog.getByLabel("To", { exact: true }).fill("marta.eklund@harbourworks.example,");
      await dialog.getByLabel("Subject").fill("Ropes for the winter");
      await dialog
        .getByRole("textbox", { name: "Message" })
        .fill("Dear Marta,\n\ntwelve metres of the blue one, please.\n\nNora");
    },
  },
  {
    name: "compose windows",
    as: "nora",
    take: async (page) => {
      const dialog = await openComposer(page);
      for (const subject of ["Ropes for the winter", "Berth four"]) {
        await dialog.getByLabel("Subject").fill(subject);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
        const compose = page.getByRole("button", { name: "Compose" });
        await compose.filter({ visible: true }).first().click();
      }
      await dialog.getByLabel("Subject").fill("Minutes of the meeting");
    },
  },
  {
    name: "compose rich text",
    as: "nora",
    take: async (page) => {
      const dialog = await openComposer(page);
      await dialog.getByRole("button", { name: "Rich text" }).click();
      await dialog.getByRole("button", { name: "Bold" }).waitFor();
    },
  },
  {
    name: "compose suggestions",
    as: "nora",
    take: async (page) => {
      const dialog = await openComposer(page);
      await dialog.getByLabel("To", { exact: true }).fill("gwen");
      await page.getByRole("listbox").getByRole("option").first().waitFor();
    },
  },
  {
    name: "compose question",
    as: "nora",
    take: async (page) => {
      const dialog = await openComposer(page);
      await dialog.getByLabel("To", { exact: true }).fill("marta.eklund@harbourworks.example");
      await dialog.getByLabel("Subject").fill("Ropes");
      await dialog.getByRole("textbox", { name: "Message" }).fill("The plan is attached.");
      await page.keyboard.press("Control+Enter");
      await dialog.getByRole("button", { name: "Send anyway" }).waitFor();
    },
  },
  {
    name: "compose send later",
    as: "nora",
    take: async (page) => {
      const dialog = await openComposer(page);
      await dialog.getByLabel("To", { exact: true }).fill("marta.eklund@harbourworks.example,");
      await dialog.getByLabel("Subject").fill("Ropes");
      await dialog.getByRole("textbox", { name: "Message" }).fill("Twelve metres, please.");
      await dialog.getByRole("button", { name: "Send later" }).click();
      await page.getByRole("menuitem", { name: "Choose a date and time" }).waitFor();
    },
  },
  { name: "compose reply", as: "nora", take: (page, stage) => answer(page, stage, "Reply") },
  {
    name: "compose reply ways",
    as: "nora",
    take: async (page, stage) => {
      await answer(page, stage, "Reply");
      await page.getByLabel("Your reply").fill("The second offer, please.");
      await page.getByRole("button", { name: "Other ways to send" }).click();
      await page.getByRole("menuitem", { name: "Send and archive" }).waitFor();
    },
  },
  {
    name: "compose reply draft",
    as: "nora",
    take: async (page, stage) => {
      await answer(page, stage, "Reply");
      await page.getByLabel("Your reply").fill("The second offer, please.");
      await page.keyboard.press("Escape");
      await page.getByRole("list", { name: "Drafts in this conversation" }).waitFor();
    },
  },
  {
    name: "compose toast",
    as: "nora",
    take: async (page) => {
      await page.route(/\/email\/(bulk|[0-9a-f-]{36})$/, (route) =>
        route.fulfill({ status: 200, body: "{}" }),
      );
      await openList(page);
      await page.getByRole("row").nth(1).focus();
      await page.keyboard.press("e");
      await page.getByText("archived", { exact: false }).first().waitFor();
      await page.keyboard.press("c");
      await page.getByRole("dialog", { name: "Compose Email" }).waitFor();
    },
  },
  { name: "compose reply to all", as: "nora", take: (page, stage) => answer(page, stage, "a") },
  { name: "compose forward", as: "nora", take: (page, stage) => answer(page, stage, "f") },
];

/** Opens the composer and returns its dialog. */
export async function openComposer(page: Page): Promise<Locator> {
  await openList(page);
  await page.getByRole("button", { name: "Compose" }).filter({ visible: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Compose Email" });
  await dialog.getByRole("textbox", { name: "Message" }).waitFor();
  return dialog;
}

async function answer(page: Page, stage: Stage, by: "Reply" | "a" | "f"): Promise<void> {
  await openMail(page, stage, "Re: Comparing the piling offers");
  if (by === "Reply") await page.getByRole("button", { name: "Reply", exact: true }).click();
  else await page.keyboard.press(by);
  await page.getByRole("dialog").waitFor();
}
