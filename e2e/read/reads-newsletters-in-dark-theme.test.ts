import { expect, type Frame, type Page } from "@playwright/test";
import { textPart } from "../../tools/demo/mime.ts";
import { openMail, signIn, test } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const newsletter = `<body bgcolor="#f4f4f4"><table width="100%" bgcolor="#f4f4f4"><tr><td align="center">
  <table width="500" bgcolor="#ffffff" style="border:1px solid #ddd"><tr><td style="padding:20px">
  <h1 style="color:#111">The weekly reader</h1><p style="color:#555">A quiet week. <a href="https://x.example">Read it</a>.</p>
  <p style="color:#1F497D">Navy words <span style="background:yellow">marked yellow</span></p>
  <p><a href="https://x.example" style="background:#1c7ed6;color:#fff">White on blue</a></p>
  <div style="background:#ffd400"><b style="color:#000">SALE</b></div>
  <div style="background:#0d1117;color:#c9d1d9" class="night">Dark already</div>
  </td></tr></table></td></tr></table></body>`;

const ownNight = `<meta name="color-scheme" content="light dark"><style>.w{background:#fff;color:#222}
  @media (prefers-color-scheme: dark){.w{background:#1d1029!important;color:#f3e8ff!important}}</style>
  <div class="w"><h2>Violet letters</h2></div>`;

async function bodyOf(page: Page, words: string): Promise<Frame> {
  await expect
    .poll(async () => {
      const texts = await Promise.all(
        page.frames().map((one) => one.evaluate(() => document.body.innerText).catch(() => "")),
      );
      return texts.slice(1).some((text) => text.includes(words));
    })
    .toBe(true);
  for (const frame of page.frames().slice(1)) {
    if ((await frame.evaluate(() => document.body.innerText)).includes(words)) return frame;
  }
  throw new Error(`No frame shows ${words}.`);
}

/** Returns the lowest contrast of text in the message, and the luminance of the lightest background. */
async function looksOf(frame: Frame): Promise<{ contrast: number; lightest: number }> {
  return frame.evaluate(() => {
    const parts = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: number[]) => {
      const [r = 0, g = 0, b = 0] = color.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const surface = luminance([16, 23, 27]);
    const groundOf = (element: Element | null): number => {
      if (!element) return surface;
      const color = parts(getComputedStyle(element).backgroundColor);
      return color[3] === 0 ? groundOf(element.parentElement) : luminance(color.slice(0, 3));
    };
    let contrast = 21;
    let lightest = 0;
    for (const element of document.querySelectorAll(".mail *")) {
      const ground = groundOf(element);
      lightest = Math.max(lightest, ground);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== "",
      );
      if (!hasText) continue;
      const ink = luminance(parts(getComputedStyle(element).color).slice(0, 3));
      const [light, dark] = [Math.max(ink, ground) + 0.05, Math.min(ink, ground) + 0.05];
      contrast = Math.min(contrast, light / dark);
    }
    return { contrast, lightest };
  });
}

test("a newsletter is dark in the dark theme, legible, and shown in its original colors when requested", async ({
  page,
  user,
}) => {
  const part = textPart(newsletter, { subtype: "html" });
  await user.mailboxes[0].deliver(aMail({ subject: "The weekly reader", part }));
  const own = textPart(ownNight, { subtype: "html" });
  await user.mailboxes[0].deliver(aMail({ subject: "Own night", part: own }));
  const call = await user.connect();
  await call("PUT /user/preferences", { theme: "dark" });
  await signIn(page, user);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await openMail(page, "The weekly reader");
  const frame = await bodyOf(page, "A quiet week");
  const dark = await looksOf(frame);
  expect(dark.lightest).toBeLessThan(0.2);
  // The browser rounds colors to whole steps of 255.
  expect(dark.contrast).toBeGreaterThan(4.4);
  const nightOf = () =>
    frame.$eval(".night", (element) => getComputedStyle(element).backgroundColor);
  expect(await nightOf()).toBe("rgb(13, 17, 23)");

  await page.getByRole("button", { name: "Original", exact: true }).click();
  await expect.poll(async () => (await looksOf(frame)).lightest).toBe(1);
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect.poll(async () => (await looksOf(frame)).lightest).toBeLessThan(0.2);

  await openMail(page, "Own night");
  const night = await bodyOf(page, "Violet letters");
  const inks = await night.$eval(".w", (element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor];
  });
  expect(inks).toEqual(["rgb(243, 232, 255)", "rgb(29, 16, 41)"]);
});

test("shows designed mail unchanged if the user prefers that, and always in the light theme", async ({
  page,
  user,
}) => {
  const part = textPart(newsletter, { subtype: "html" });
  await user.mailboxes[0].deliver(aMail({ subject: "The weekly reader", part }));
  const call = await user.connect();
  await call("PUT /user/preferences", { theme: "dark" });
  await signIn(page, user, "/app/settings?tab=appearance");
  await page.getByRole("switch", { name: "Dark emails" }).click();
  await expect
    .poll(async () => (await call("GET /user/preferences", {})).preferences.mailDark)
    .toBe("original");
  await page.goto("/app");
  await openMail(page, "The weekly reader");
  const frame = await bodyOf(page, "A quiet week");
  expect((await looksOf(frame)).lightest).toBe(1);
  await expect(page.getByRole("button", { name: "Original", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  await expect(page.getByRole("button", { name: "Original", exact: true })).toHaveCount(0);
  expect((await looksOf(await bodyOf(page, "A quiet week"))).lightest).toBe(1);
});

test("trackers are counted and blocked, and a sender's images can always be loaded", async ({
  page,
  user,
}) => {
  const html = (word: string) =>
    `<p>${word}</p><img src="https://pics.example/a.png" width=80 height=40><img src="https://pics.example/p" width=1 height=1>
     <img src="https://pics.example/track/open.php?u=1">`;
  for (const word of ["First", "Second"]) {
    const part = textPart(html(word), { subtype: "html" });
    await user.mailboxes[0].deliver(aMail({ subject: `${word} issue`, part }));
  }
  const call = await user.connect();
  await signIn(page, user);
  await openMail(page, "First issue");
  await expect(page.getByText("1 image hidden")).toBeVisible();
  await expect(page.getByText("2 trackers blocked")).toBeVisible();
  await page.getByRole("button", { name: "Always show images from this sender" }).click();
  await expect(page.getByRole("button", { name: "Show images", exact: true })).toBeHidden();
  await expect(page.getByText("2 trackers blocked")).toBeVisible();
  await expect.poll(async () => (await call("GET /senders/trusted", {})).senders.length).toBe(1);
  const frame = await bodyOf(page, "First");
  await expect.poll(() => frame.locator("img[src^='/image/']").count()).toBe(1);

  await openMail(page, "Second issue");
  const second = await bodyOf(page, "Second");
  await expect.poll(() => second.locator("img[src^='/image/']").count()).toBe(1);
  await page.goto("/app/settings?tab=blocked");
  await page.getByRole("button", { name: /^Ask again before/ }).click();
  await expect(page.getByText("None yet.", { exact: false })).toBeVisible();
  expect((await call("GET /senders/trusted", {})).senders).toEqual([]);
});

test("a newsletter is as wide as a plain email, without its own background", async ({
  page,
  user,
}) => {
  const part = textPart(newsletter, { subtype: "html" });
  await user.mailboxes[0].deliver(aMail({ subject: "The weekly reader", part }));
  await user.mailboxes[0].deliver(aMail({ subject: "Plain words", text: "A quiet day.\n" }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Plain words");
  const slot = page.locator("#message iframe");
  await expect(slot.contentFrame().getByText("A quiet day.")).toBeVisible();
  const plain = await slot.boundingBox();
  await openMail(page, "The weekly reader");
  const frame = await bodyOf(page, "A quiet week");
  await expect.poll(async () => (await slot.boundingBox())?.width).toBe(plain?.width);
  const grounds = await frame.$$eval(".mail-body, .mail-body > table", (all) =>
    all.map((element) => getComputedStyle(element).backgroundColor),
  );
  expect(new Set(grounds)).toEqual(new Set(["rgba(0, 0, 0, 0)"]));
  // The sheet of the content keeps its color.
  await expect(frame.locator("table table")).toHaveCSS("background-color", "rgb(255, 255, 255)");
});
