import type { Look } from "./screenshot.ts";
import { openMail } from "./screenshot.ts";

const mail = (name: string, subject: string): Look => ({
  name: `reader ${name}`,
  as: "nora",
  take: (page, stage) => openMail(page, stage, subject),
});

/** Screens of opened messages, and of the dialogs that open from there. */
export const readerScreenshots: readonly Look[] = [
  mail("letter", "Piling works, Pier 2: recommendation"),
  mail("conversation", "Re: Comparing the piling offers"),
  mail("newsletter", "Technique: the quiet catch"),
  mail("notice", "Your password changes in 2 days"),
  {
    name: "reader invitation",
    as: "nora",
    take: async (page, stage) => {
      const subject = "Invitation: Dinner, and then the slides @ Sat, 28 Nov 2026 12:00 UTC";
      await page.goto(`/app?email=${await stage.idOf(subject)}`);
      // The card is loaded after the message.
      await page.getByText("Will you come?").waitFor();
    },
  },
  mail("attachments", "Sheets for the board, and three pictures"),
  mail("picture inside", "The new jetty (picture inside)"),
  mail("bounce", "Undelivered Mail Returned to Sender"),
  mail("signed", "Binding offer, signed"),
  {
    name: "reader details",
    as: "nora",
    take: async (page, stage) => {
      await openMail(page, stage, "Visit of the Orme & Daughters delegation");
      await page.getByRole("button", { name: "Show details" }).first().click();
      await page.getByRole("button", { name: "Hide details" }).first().waitFor();
    },
  },
  {
    name: "reader menu",
    as: "nora",
    take: async (page, stage) => {
      await openMail(page, stage, "Piling works, Pier 2: recommendation");
      await page.getByRole("button", { name: "More actions" }).last().click();
      await page.getByRole("menu").waitFor();
    },
  },
  {
    name: "reader original",
    as: "nora",
    take: async (page, stage) => {
      await openMail(page, stage, "Piling works, Pier 2: recommendation");
      await page.getByRole("button", { name: "More actions" }).last().click();
      await page.getByRole("menuitem", { name: "Show original" }).click();
      await page.getByRole("dialog", { name: "Original message" }).getByRole("region").waitFor();
    },
  },
  {
    name: "reader file",
    as: "nora",
    take: async (page, stage) => {
      await openMail(page, stage, "Sheets for the board, and three pictures");
      await page
        .getByRole("button", { name: /^Preview / })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "reader gone",
    as: "nora",
    take: async (page) => {
      await page.goto("/app?email=01890000-0000-7000-8000-000000000000");
      await page.getByRole("button", { name: "Back to list" }).waitFor({ timeout: 30_000 });
    },
  },
];
