import type { Page } from "@playwright/test";
import type { Stage, Viewer } from "./stage.ts";

/** One screen in one state, as a person can get there: a picture is taken of it, and axe can look at it. */
export interface Look {
  /** Names the picture; the first word is the area, by which a part of them is chosen. */
  name: string;
  as: Viewer;
  /** Ends when the state is on the screen. It holds at every width. */
  take: (page: Page, stage: Stage) => Promise<void>;
}

/** The list with mail in it, at an address under /app. */
export async function openList(page: Page, path = "/app"): Promise<void> {
  await page.goto(path);
  await page.getByRole("grid").getByRole("row").first().waitFor();
}

/** A mail of Nora's with its content. */
export async function openMail(page: Page, stage: Stage, subject: string): Promise<void> {
  await page.goto(`/app?email=${await stage.idOf(subject)}`);
  await page.getByRole("heading", { name: subject, exact: true }).first().waitFor();
  await page.locator("iframe").first().contentFrame().locator("body").waitFor();
}
