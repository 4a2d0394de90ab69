import { expect } from "@playwright/test";
import { expectAccessible, looksMs } from "../support/axe.ts";
import { test } from "../support/fixtures.ts";

// At 768 px, at-every-width.test.ts checks the landing page.
for (const width of [1280, 375]) {
  test(`the landing page is accessible at ${width} px`, async ({ page }) => {
    test.setTimeout(looksMs);
    const check = (what: string) => expectAccessible(page, `${what} at ${width} px`);
    await page.setViewportSize({ width, height: 800 });
    for (const theme of ["light", "dark"] as const) {
      // The page runs no script that would follow the system's theme.
      await page.emulateMedia({ colorScheme: theme });
      await page.goto("/privacy");
      await expectAccessible(page, `privacy at ${width} px`, [theme]);
    }
    await page.goto("/", { waitUntil: "networkidle" });
    await check("landing");
    await page.getByRole("button", { name: /Pump room 2/ }).click();
    await page.getByText("AI analysis complete!").waitFor();
    await check("landing with a summary");

    await page.getByRole("button", { name: "Schedule Demo" }).click();
    const talk = page.getByRole("dialog", { name: "Schedule Demo" });
    await talk.getByLabel("Work email").waitFor();
    await check("asking for a demo");
    await talk.getByRole("button", { name: "Request this time" }).click();
    await talk.getByRole("alert").filter({ hasText: /./ }).waitFor();
    await check("asking for a demo with an error");
    await talk.getByLabel("Your name").fill("Runa Holm");
    await talk.getByLabel("Work email").fill("runa@example.org");
    await talk.getByRole("button", { name: "Request this time" }).click();
    await talk.getByRole("button", { name: "Done" }).waitFor();
    await check("a demo that was asked for");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Start Free Trial", exact: true }).click();
    await page.getByLabel("Full name").waitFor();
    await check("sign-up in a dialog");
    await page.keyboard.press("Escape");
    const menu = page.getByRole("button", { name: "Open menu" });
    if (await menu.isVisible()) {
      await menu.click();
      await page.getByRole("dialog", { name: "Menu" }).waitFor();
      await check("menu");
      await page.keyboard.press("Escape");
    } else {
      await page.getByRole("banner").getByRole("button", { name: "Login", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Google" }).waitFor();
      await check("sign-in in a dialog");
    }
  });
}

test("a text with too little contrast in the dark theme only is found", async ({ page }) => {
  await page.goto("/login");
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[data-theme=dark] :is(h1, h2, label) { color: #333 !important }");
    document.adoptedStyleSheets.push(sheet);
  });
  await expectAccessible(page, "login", ["light"]);
  await expect(expectAccessible(page, "login")).rejects.toThrow(/color-contrast/);
});
