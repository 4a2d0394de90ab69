import type { Page } from "@playwright/test";
import type { Stage, Viewer } from "./fixture.ts";

/** A screen in one state that a user can reach. A screenshot is taken of it, and axe can check it. */
export interface Look {
  /** Names the screenshot; the first word is its area, which selects a part of them. */
  name: string;
  as: Viewer;
  /** Resolves once the state is on the screen. Works at every width. */
  take: (page: Page, stage: Stage) => Promise<void>;
}

/** Opens the list, at a path under /app, and waits for a message. */
export async function openList(page: Page, path = "/app"): Promise<void> {
  await page.goto(path);
  await page.getByRole("grid").getByRole("row").first().waitFor();
}

/** Opens a message of Nora's and waits for its content. */
export async function openMail(page: Page, stage: Stage, subject: string): Promise<void> {
  await page.goto(`/app?email=${await stage.idOf(subject)}`);
  await page.getByRole("heading", { name: subject, exact: true }).first().waitFor();
  await page.locator("iframe").first().contentFrame().locator("body").waitFor();
}
