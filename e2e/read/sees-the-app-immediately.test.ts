import { expect, type Page } from "@playwright/test";
import { rowOf, signIn, test } from "../support/fixtures.ts";
import { keptOn } from "../support/kept-on.ts";
import { aMail } from "../support/mail.ts";
import type { TestUser } from "../support/product.ts";

/** Opens the inbox once, so that the device knows it, and then holds all scripts of the app back. */
async function withHeldScripts(page: Page, user: TestUser): Promise<() => void> {
  await user.mailboxes[0].deliver(aMail({ subject: "The quay" }));
  const call = await user.connect();
  await expect.poll(async () => (await call("GET /email/list", {})).emails.length).toBe(1);
  await signIn(page, user);
  await expect(rowOf(page, "The quay")).toBeVisible();
  // The first render shows these, and whether the inbox has tabs.
  await expect.poll(() => keptOn(page)).toContain("account_mail");
  await expect.poll(() => keptOn(page)).toContain("The quay");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("inlet-room-tabs")))
    .toBeTruthy();
  const held = Promise.withResolvers<undefined>();
  await page.route("**/assets/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve(undefined);
}

async function boxesOf(page: Page, parts: Record<string, string>) {
  const all = Object.entries(parts).map(async ([name, part]) => [
    name,
    await page.locator(part).first().boundingBox(),
  ]);
  return Object.fromEntries(await Promise.all(all)) as Record<string, unknown>;
}

for (const choice of ["pinned", "narrow"]) {
  test(`shows the frame of the app before a script has run, with the sidebar ${choice}`, async ({
    page,
    user,
  }) => {
    const release = await withHeldScripts(page, user);
    await page.evaluate((kept) => {
      localStorage.setItem("inlet-sidebar", kept);
      localStorage.setItem("inlet-panes", "40");
    }, choice);
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        // Safe: entries of this type name what moved.
        const moved = list.getEntries() as unknown as { sources: { node: Element | null }[] }[];
        const nodes = moved.flatMap(({ sources }) => sources.map(({ node }) => node));
        shifts.push(...nodes.map((node) => node?.outerHTML.slice(0, 200) ?? ""));
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.reload({ waitUntil: "commit" });
    const frame = page.locator("#frame");
    await expect(frame).toBeVisible();
    const before = await boxesOf(page, {
      sidebar: "#frame aside",
      compose: "#frame aside > div > :first-child",
      lastFolder: "#frame nav li:last-child",
      listHeader: "#frame [data-list] > div > :first-child",
      assistant: "#frame > :last-child",
    });
    // The rows fill the window, and there is nothing that could be pressed or read out.
    const last = await page.locator("#frame [data-list]").boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBe(800);
    await expect(frame.getByRole("button")).toHaveCount(0);
    release();
    await expect(rowOf(page, "The quay")).toBeVisible();
    await expect(frame).toHaveCount(0);
    const parts = {
      sidebar: "aside",
      compose: "aside > div > :first-child",
      lastFolder: "aside nav li:last-child",
      listHeader: "#message-list > header",
      assistant: "[aria-label='Open AI Assistant']",
    };
    await expect.poll(() => boxesOf(page, parts)).toEqual(before);
    // Safe: the script above put it there.
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual(
      [],
    );
    expect(await page.evaluate(() => document.documentElement.dataset["frame"])).toBeUndefined();
  });
}

test("shows no frame on other pages", async ({ page, user }) => {
  const release = await withHeldScripts(page, user);
  for (const path of ["/login", "/signup", "/reset", "/elsewhere"]) {
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-known", "");
    await expect(page.locator("#frame:visible")).toHaveCount(0);
  }
  // An address of another screen has the bars, and no rows.
  await page.goto("/app/contacts", { waitUntil: "commit" });
  await expect(page.locator("#frame aside")).toBeVisible();
  await expect(page.locator("#frame [data-list]")).toBeHidden();
  // Beside it a sidebar that was kept open stays narrow in a narrow window.
  await page.setViewportSize({ width: 768, height: 800 });
  await page.evaluate(() => localStorage.setItem("inlet-sidebar", "pinned"));
  await page.reload({ waitUntil: "commit" });
  await expect.poll(async () => (await page.locator("#frame aside").boundingBox())?.width).toBe(59);
  release();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

  test("shows its bars and rows before a script has run", async ({ page, user }) => {
    const release = await withHeldScripts(page, user);
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator("#frame [data-list]")).toBeVisible();
    await expect(page.locator("#frame aside")).toBeHidden();
    const boxes = await boxesOf(page, {
      list: "#frame [data-list]",
      bottom: "#frame [data-bar=bottom]",
      assistant: "#frame > :last-child",
    });
    expect(boxes).toEqual({
      list: { x: 0, y: 0, width: 375, height: 683 },
      bottom: { x: 0, y: 683, width: 375, height: 57 },
      assistant: { x: 315.5, y: 690, width: 44, height: 44 },
    });
    release();
    await expect(rowOf(page, "The quay")).toBeVisible();
    const parts = {
      list: "main",
      bottom: "nav[aria-label=Main]",
      assistant: "[aria-label='Open AI Assistant']",
    };
    await expect.poll(() => boxesOf(page, parts)).toEqual(boxes);
  });
});
