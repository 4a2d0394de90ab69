import { expectAccessible, looksMs, themes } from "./axe.ts";
import { test } from "./fixtures.ts";

for (const theme of themes) {
  test(`everyone can look around in the ${theme} theme`, async ({ page }) => {
    test.setTimeout(looksMs);
    await page.emulateMedia({ colorScheme: theme });
    for (const width of [1280, 834, 375]) {
      const check = (what: string) => expectAccessible(page, `${what} at ${width} px`);
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/", { waitUntil: "networkidle" });
      await check("landing");
      await page.getByRole("button", { name: /Pump room 2/ }).click();
      await page.getByText("AI analysis complete!").waitFor();
      await check("landing with a summary");
      await page.getByRole("button", { name: "Schedule Demo" }).click();
      await page.getByLabel("Work email").waitFor();
      await check("asking for a demo");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Start Free Trial", exact: true }).click();
      await page.getByLabel("Full name").waitFor();
      await check("sign-up in a dialog");
    }
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    await expectAccessible(page, "menu");
  });
}
