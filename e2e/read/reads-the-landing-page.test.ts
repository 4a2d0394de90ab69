import { expect, type Page } from "@playwright/test";
import { pressOn, test } from "../support/fixtures.ts";

/** Opens the page and waits until all its components are hydrated. */
async function lookAround(page: Page): Promise<void> {
  await page.goto("/", { waitUntil: "networkidle" });
  await untilLive(page);
}

/** Waits until React handles every control: the prerendered HTML alone does not respond. */
async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#root :is(button, [role=listbox])")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps$")),
    ),
  );
}

const bar = (page: Page) => page.getByRole("banner").locator("> div");
const widthOf = async (page: Page) => (await bar(page).boundingBox())?.width;
const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);

test("the whole page can be read without scripts", async ({ browser, product }) => {
  const page = await browser.newPage({ baseURL: product.app.url, javaScriptEnabled: false });
  await page.goto("/");
  for (const text of [
    "All your mail runs into one quiet place.",
    "Self-hosted: your mail stays with you.",
    "14-day free trial",
    "No credit card",
    "Cancel anytime",
    "1,200+ users",
    "Unified Smart Inbox",
    "AI Email Intelligence",
    "Seamless Integrations",
    "time saved",
    "learning curve",
    "AI summarisation",
    "Smart replies and classification",
    "Command palette",
    "Cross-platform integrations",
    "never posts to Slack without permission",
    "hours a day spent on email",
    "of important emails buried",
    "productivity drop",
    "emails per day",
    // The first sample is open.
    "Water in pump room 2, the valve is shut.",
    "An email becomes a card on your board",
    "Rules in plain sentences",
    "Archive mail from Rope & Canvas and mark it as read",
  ]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await page.getByRole("link", { name: "Start Free Trial Now" }).click();
  await page.waitForURL(/\/login$/);
  await page.close();
});

test("shows which data is stored and which leaves the server, without scripts and on a phone too", async ({
  browser,
  product,
}) => {
  const page = await browser.newPage({ baseURL: product.app.url, javaScriptEnabled: false });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await page.waitForURL(/\/privacy$/);
  await expect(page).toHaveTitle("Privacy · Inlet");
  await expect(
    page.getByRole("heading", { name: "What Inlet keeps, and what leaves it", level: 1 }),
  ).toBeVisible();
  for (const part of ["On this server", "In your browser", "What leaves this server"]) {
    await expect(page.getByRole("heading", { name: part, exact: true, level: 2 })).toBeVisible();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.getByRole("link", { name: "Inlet, home" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.close();
});

test("a new user can read which data is stored before they sign up", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/signup");
  await page.getByRole("link", { name: "What is stored, and where" }).click();
  await page.waitForURL(/\/privacy$/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("script[type=module]")).toHaveCount(0);
});

test("the header becomes a pill after 100 px of scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await lookAround(page);
  await scrollTo(page, 100);
  await expect.poll(() => widthOf(page)).toBeGreaterThan(1000);
  await scrollTo(page, 101);
  await expect.poll(() => widthOf(page)).toBe(800);
  const look = await bar(page).evaluate((element) => {
    const { backdropFilter, boxShadow, borderRadius } = getComputedStyle(element);
    return { backdropFilter, isShadowed: boxShadow !== "none", radius: parseFloat(borderRadius) };
  });
  expect(look).toEqual({
    backdropFilter: "blur(12px)",
    isShadowed: true,
    radius: expect.any(Number),
  });
  expect(look.radius).toBeGreaterThan(100);
  await page.setViewportSize({ width: 2400, height: 800 });
  await expect.poll(() => widthOf(page)).toBe(960);
  await page.setViewportSize({ width: 375, height: 800 });
  await expect.poll(() => widthOf(page)).toBe(337.5);
  await scrollTo(page, 0);
  await expect.poll(() => widthOf(page)).toBe(375);
  await expect(page.getByRole("link", { name: "Inlet, to the top" })).toHaveAttribute("href", "#");
});

test("a button pressed before its script is loaded works once it is", async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Start Free Trial", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole("dialog", { name: "Sign Up" })).toBeVisible();
});

test("a button pressed before its part of the page responds works once it does", async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/closing-.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/");
  const schedule = page.getByRole("button", { name: "Schedule Demo" });
  await schedule.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole("dialog", { name: "Schedule Demo" })).toBeVisible();
});

test("signs up in the dialog over the page, and signs in again", async ({ page, user }) => {
  await lookAround(page);
  await page.getByRole("button", { name: "Start Free Trial", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign Up" });
  await expect(dialog.getByRole("heading", { name: "Welcome to Inlet" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Start Free Trial", exact: true })).toBeFocused();

  await page.getByRole("button", { name: "Get Started" }).click();
  await dialog.getByRole("button", { name: "Create Account" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("All fields are required.");
  await expect(dialog.getByLabel("Full name")).toBeFocused();
  await expect(dialog.locator("input[aria-invalid=true]")).toHaveCount(3);
  await dialog.getByLabel("Full name").fill(user.name);
  await dialog.getByLabel("Email address").fill(user.email);
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  await page.route("**/user/register", (route) => route.fulfill({ status: 502, body: "" }), {
    times: 1,
  });
  await dialog.getByRole("button", { name: "Create Account" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to create account");
  await dialog.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL(/\/app/);

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("dialog").getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("dialog").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(/\/app/);
});

test("a phone shows the same actions in a menu that traps the focus", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await lookAround(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("link", { name: /^GitHub/ })).toBeVisible();
  await expect(menu.getByRole("button", { name: "Switch between light and dark" })).toBeVisible();
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press("Tab");
    // After its last control the focus may move to the browser, but never to the page below.
    const isOutside = await page.evaluate(
      () =>
        document.activeElement?.closest("dialog, body")?.tagName === "BODY" &&
        document.activeElement !== document.body,
    );
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu.getByRole("button", { name: "Login" }).click();
  await expect(
    page.getByRole("dialog", { name: "Login" }).getByLabel("Password", { exact: true }),
  ).toBeVisible();
});

test("a sample mail is analysed in four steps of 800 ms, and another one restarts them", async ({
  page,
}) => {
  await page.clock.install();
  await lookAround(page);
  const steps = [
    "Analyzing email content...",
    "Identifying key information...",
    "Generating smart summary...",
    "AI analysis complete!",
  ];
  // The clock is paused from here on; the test advances it.
  await page.clock.pauseAt(Date.now() + 3600_000);
  const shown = () =>
    page
      .locator("#demo ol li")
      .allInnerTexts()
      .then((texts) => texts.map((text) => text.trim()));
  await page.getByRole("button", { name: /^Mum/ }).click();
  for (let count = 1; count <= 4; count++) {
    await expect.poll(shown).toEqual(steps.slice(0, count));
    await page.clock.runFor(799);
    expect(await shown()).toEqual(steps.slice(0, count));
    await page.clock.runFor(1);
  }
  await expect(page.getByText("Sunday lunch at one.")).toBeVisible();
  await page.getByRole("button", { name: /^Rope & Canvas/ }).click();
  await expect(page.getByText("Sunday lunch at one.")).toBeHidden();
  await expect.poll(shown).toEqual(steps.slice(0, 1));
});

test("the hub cycles through four phases of two seconds", async ({ page }) => {
  await page.clock.install();
  await lookAround(page);
  await page.clock.pauseAt(Date.now() + 3600_000);
  const pause = page.getByRole("button", { name: "Pause the animation" });
  await pause.scrollIntoViewIfNeeded();
  // The page's own observer was created earlier and fires before this one.
  await pause.evaluate(
    (button) =>
      new Promise((resolve) => {
        new IntersectionObserver(([entry]) => {
          if (entry?.isIntersecting) resolve(undefined);
        }).observe(button);
      }),
  );
  const phases = [
    "What needs you now is on top.",
    "Mail arrives at three mailboxes.",
    "It comes together in one inbox.",
    "Each email gets a category and a priority.",
    "What needs you now is on top.",
  ];
  for (const [at, phase] of phases.entries()) {
    await expect(page.getByText(phase)).toBeVisible();
    await page.clock.runFor(1999);
    await expect(page.getByText(phase)).toBeVisible();
    if (at < phases.length - 1) await page.clock.runFor(1);
  }
});

test("shows the number of stars, and 5 while it is unknown", async ({ page }) => {
  await lookAround(page);
  await expect(page.getByRole("link", { name: "GitHub, 5 stars" })).toBeVisible();
  const answers = [
    { status: 200, json: { repository: "owner/name", stars: 1234 } },
    { status: 500, json: {} },
  ];
  await page.route("**/meta/stars", (route) => route.fulfill(answers.shift()));
  await page.reload();
  const link = page.getByRole("link", { name: "GitHub, 1.2k stars" });
  await expect(link).toHaveAttribute("href", "https://github.com/owner/name");
});

test("the sample inbox responds to keys, and a button changes the theme", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await lookAround(page);
  const list = page.getByRole("listbox", { name: "A sample inbox" });
  await pressOn(list, "j");
  await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("option", { selected: true })).toContainText("Jonas Weber");
  await page.getByRole("button", { name: "Yahoo" }).click();
  await expect(list.getByRole("option")).toHaveCount(1);

  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  const toggle = page.getByRole("button", { name: "Switch between light and dark" });
  expect(await theme()).toBe("light");
  // The first press switches from "system" to dark, also if the system is light.
  await toggle.click();
  await expect.poll(theme).toBe("dark");
  await toggle.click();
  await expect.poll(theme).toBe("light");
  expect(await page.evaluate(() => localStorage.getItem("inlet-ui-theme"))).toBe("light");
});

test("requests a demo, and confirms only that the request is saved", async ({ page }) => {
  await lookAround(page);
  await page.getByRole("button", { name: "Schedule Demo" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule Demo" });
  await dialog.getByRole("button", { name: "Request this time" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please fill in your name and your email.");
  await dialog.getByLabel("Your name").fill("Nora");
  await dialog.getByLabel("Work email").fill("nora@example.org");
  await dialog.getByText("Europe/Berlin").waitFor();
  await dialog.getByRole("radio", { name: "14:00" }).check();
  await dialog.getByRole("button", { name: "Request this time" }).click();
  await expect(dialog.getByText("Your request is saved.")).toBeVisible();
  const file = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Save to calendar" }).click();
  expect((await file).suggestedFilename()).toBe("inlet-demo.ics");
});
