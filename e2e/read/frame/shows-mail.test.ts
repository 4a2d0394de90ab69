import { expect, test } from "@playwright/test";
import { openStage, type Stage } from "../../../tools/conformance/frame/stage.ts";
import { Watch } from "../../../tools/conformance/frame/watch.ts";

let opened: Stage;
let stage: Watch;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  opened = await openStage(null);
  stage = await Watch.open(browser, opened);
});
test.afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
});

const links = () =>
  stage.frame.$$eval("a", (all) =>
    all.map((each) => ({
      text: each.textContent,
      href: each.href,
      names: each.getAttributeNames().toSorted(),
    })),
  );

test("links addresses in plain text, without the punctuation after them", async () => {
  await stage.show({
    text: "See https://example.org/a_(b), www.example.net/x?y=1. Write to ann@example.com! (http://[::1]/)",
  });
  const found = await links();
  expect(found.map(({ text, href }) => [text, href])).toEqual([
    ["https://example.org/a_(b)", "https://example.org/a_(b)"],
    ["www.example.net/x?y=1", "https://www.example.net/x?y=1"],
    ["ann@example.com", "mailto:ann@example.com"],
    ["http://[::1]/", "http://[::1]/"],
  ]);
  for (const { names } of found) expect(names).toEqual(["href", "rel", "target", "title"]);
});

const tricks = [
  "javascript:alert(1)",
  "JAVASCRIPT://example.org/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  'https://example.org/"onmouseover="alert(1)',
  "https://example.org/'onmouseover='alert(1)",
  "https://example.org/<img src=x onerror=alert(1)>",
  "mailto:a@example.org?subject=<img/src/onerror=alert(1)>",
  'mailto:?body="><script>alert(1)</script>',
  "mailto:a@example.org?x=<svg/onload=alert(1)>&amp;cc=b",
  "a@example.org?<script>alert(1)</script>",
  '"<img src=x onerror=alert(1)>"@example.org',
  "<a href=javascript:alert(1)>https://example.org</a>",
  "https://example.org\u0000javascript:alert(1)",
  "https://example.org/\u202Egpj.exe",
  "http://",
  "https://user:pass@[bad]:99999/",
  "www.<b>x</b>.org",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "http://example.org/`onclick=alert(1)`",
  "[x](javascript:alert(1))",
];

test("creates nothing but links from any plain text", async () => {
  for (const text of tricks) {
    await stage.show({ text: `before ${text} after` });
    expect(
      await stage.frame.$$eval(".mail-text *", (all) => all.map((each) => each.localName)),
    ).toEqual(expect.not.arrayContaining(["img", "script", "svg", "b"]));
    for (const { href, names } of await links()) {
      expect(href, text).toMatch(/^(?:https?:\/\/|mailto:)/);
      expect(names, text).toEqual(["href", "rel", "target", "title"]);
    }
    const shown = await stage.frame.$eval(".mail-text", (place) => place.textContent);
    expect(shown).toContain(text);
  }
});

test("folds the quote of a plain text message, and shows it on request", async () => {
  await stage.show({ text: "Yes.\n\nOn Monday, Ann wrote:\n> Shall we?\n>> Maybe\n" });
  await expect(stage.frame.getByText("Yes.")).toBeVisible();
  await expect(stage.frame.getByText("Shall we?")).toBeHidden();
  await stage.frame.getByRole("button", { name: "Show quoted text" }).click();
  await expect(stage.frame.getByText("Shall we?")).toBeVisible();
  await expect(stage.frame.getByText("On Monday, Ann wrote:")).toBeVisible();
});

test("shows a signature smaller than the text, but not the text after a line in the middle", async () => {
  const sizeOf = (words: string) =>
    stage.frame
      .getByText(words)
      .last()
      .evaluate((element) => getComputedStyle(element).fontSize);
  await stage.show({ text: "Yes, on Monday.\n\n-- \nAnn Hill\nHarbour office\n" });
  expect(await sizeOf("Harbour office")).toBe("13px");
  expect(await sizeOf("Yes, on Monday.")).toBe("15px");
  await stage.show({ html: "<p>Yes, on Friday.</p><div>-- <br>Ann Hill<br>Harbour office</div>" });
  expect(await sizeOf("Harbour office")).toBe("13px");
  expect(await sizeOf("Yes, on Friday.")).toBe("15px");
  const lines = Array.from({ length: 30 }, (_, at) => `Line ${at} of the report.`).join("\n");
  await stage.show({ text: `First part\n--\n${lines}\n` });
  expect(await sizeOf("Line 3 of the report.")).toBe("15px");
});

test("shows a quote that is most of a message without a reply prefix", async () => {
  const article = "The mayor opened the new bridge on Monday, and the ferry made its last journey.";
  const messages = [
    { text: `From the paper:\n\n> ${article}\n` },
    { html: `<p>From the paper:</p><blockquote type=cite>${article}</blockquote>` },
  ];
  for (const mail of messages) {
    await stage.show({ ...mail, isReply: false });
    await expect(stage.frame.getByText(article)).toBeVisible();
  }
});

test("folds the quote of an HTML message but not a forwarded message", async () => {
  await stage.show({ html: "<p>Yes.</p><div class=gmail_quote><p>Shall we?</p></div>" });
  await expect(stage.frame.getByText("Shall we?")).toBeHidden();
  await stage.show({
    html: "<p>Yes.</p><p>El 17 nov, Nora escribió:</p>\n<blockquote type=cite>Shall we?</blockquote>",
  });
  await expect(stage.frame.getByText("Yes.")).toBeVisible();
  await expect(stage.frame.getByText("Nora escribió")).toBeHidden();
  await stage.show({
    html: "<p>See below.</p><div class=gmail_quote>---------- Forwarded message ---------<p>News</p></div>",
  });
  await expect(stage.frame.getByText("News")).toBeVisible();
});

test("shows messages that nest too deep for layout, and drops costly selectors", async () => {
  const deep = `${'<div style="display:inline-block">'.repeat(600)}The bottom`;
  const rules = Array.from({ length: 4000 }, (_, n) => `p:nth-last-child(${n + 1}n of :has(i)) i`);
  const wide = "<div><p><i>x</i></p></div>".repeat(5000);
  await stage.show({
    html: `<style>${rules.join()}{color:red}</style>${deep}${"</div>".repeat(600)}${wide}`,
  });
  await expect(stage.frame.getByText("The bottom")).toBeVisible();
});

test("highlights a visible passage, and opens a folded quote only for a passage inside it", async () => {
  const marked = () =>
    stage.frame.evaluate(() =>
      [...(CSS.highlights.get("passage") ?? [])].map(
        (range) => range.startContainer.parentElement?.textContent,
      ),
    );
  const quote = (more: string) =>
    `<p>Yes.</p><div class=gmail_quote><p style="display:none">Shall we meet on Monday?</p>${more}</div>`;
  await stage.show({ html: quote("<p>So: shall we meet on Monday?</p>") });
  await stage.find("hall we meet on Monday?");
  expect(await marked()).toEqual(["So: shall we meet on Monday?"]);
  await expect(stage.frame.getByText("So: shall we")).toBeVisible();
  await stage.show({ html: quote("<p>Or never?</p>") });
  await stage.find("hall we meet on Monday?");
  expect(await marked()).toEqual([]);
  await expect(stage.frame.getByText("Or never?")).toBeHidden();
});

test("does not style elements of a message like its own buttons, and hides what it hides by attribute", async () => {
  await stage.show({
    html: `<p class="quote-toggle a" style="display:none">one</p><p hidden="until-found">two</p><p>three</p>`,
  });
  await expect(stage.frame.getByText("one")).toBeHidden();
  await expect(stage.frame.getByText("two")).toBeHidden();
  await expect(stage.frame.getByText("three")).toBeVisible();
  expect(await stage.frame.$eval(".a", (each) => each.className.trim())).toBe("a");
});

test("shows only the images for which it received addresses", async () => {
  const html = `<img src="cid:a%40b" alt=one><img src="cid:none" alt=two><img src="https://evil.example/x" alt=three>
    <p style="background:url('https://evil.example/y') red">words</p><table background="https://evil.example/y"><tr><td>x</table>`;
  const sources = () =>
    stage.frame.$$eval("img[src]", (all) => all.map((each) => each.getAttribute("src")));
  const grounds = () =>
    stage.frame.$$eval(".mail-body p, .mail-body table", (all) =>
      all.map((each) => getComputedStyle(each).backgroundImage),
    );
  await stage.show({ html, images: { "cid:a@b": "/image/own" } });
  expect(await sources()).toEqual(["/image/own"]);
  expect(await grounds()).toEqual(["none", "none"]);
  await stage.show({
    html,
    images: {
      "cid:a@b": "/image/own",
      "https://evil.example/x": "/image/x",
      "https://evil.example/y": "/image/y",
    },
  });
  expect(await sources()).toEqual(["/image/own", "/image/x"]);
  const mapped = `url("${opened.url}image/y")`;
  expect(await grounds()).toEqual([mapped, mapped]);
  await stage.show({ html, images: { "https://evil.example/x": "https://evil.example/x" } });
  expect(await sources()).toEqual([]);
});

test("applies the styles of a message, inside the message only", async () => {
  await stage.show({
    html: `<style>body{background:#eef} .a>b{color:rgb(1,2,3)} @media (min-width:1px){.a{font-size:31px}} p{position:fixed}</style>
      <p class=a style="padding:7px;text-align:center"><b>x</b></p>`,
  });
  const seen = await stage.frame.$eval(".a", (place) => {
    const inner = place.querySelector("b");
    const style = getComputedStyle(place);
    return {
      color: inner && getComputedStyle(inner).color,
      size: style.fontSize,
      padding: style.paddingTop,
      align: style.textAlign,
      position: style.position,
      page: getComputedStyle(document.body).backgroundColor,
    };
  });
  expect(seen).toEqual({
    color: "rgb(1, 2, 3)",
    size: "31px",
    padding: "7px",
    align: "center",
    position: "static",
    page: "rgba(0, 0, 0, 0)",
  });
});

test("gives text the theme's colors, and shows designed messages on white when requested", async () => {
  await stage.show({ theme: "dark", html: `<p style="color:#222">words</p>` });
  const ink = await stage.frame.$eval("p", (each) => getComputedStyle(each).color);
  expect(ink).not.toBe("rgb(34, 34, 34)");
  await expect(stage.frame.locator(".paper")).toHaveCount(0);
  await stage.show({
    theme: "dark",
    designed: "original",
    html: `<table bgcolor="#005577"><tr><td style="color:#222">words</table>`,
  });
  await expect(stage.frame.locator(".paper")).toHaveCount(1);
});

test("says that a message has no content", async () => {
  await stage.show({ html: "<style>p{}</style>  ", text: "" });
  await expect(stage.frame.getByText("No content available.")).toBeVisible();
});

test("removes the light background around a message that arrived before the frame had a size", async () => {
  const element = stage.frame.parentFrame()?.locator("iframe");
  const setWidth = (width: string) =>
    element?.evaluate((one, to) => one.setAttribute("style", to && `width: ${to}`), width);
  const widthPx = () => stage.frame.evaluate(() => innerWidth);
  await setWidth("0");
  await expect.poll(widthPx).toBe(0);
  await stage.show({
    html: `<body style="background:#f2f4f7"><table width="100%"><tr><td bgcolor="#ffffff">News</td></tr></table></body>`,
  });
  await setWidth("");
  await expect(stage.frame.locator(".mail")).toHaveClass(/grounded/);
  await expect(stage.frame.locator(".mail-body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
});

test("removes the margin in the light background too, so that the content begins where the header does", async () => {
  await stage.show({
    html: `<body style="background:#f2f4f7;padding:16px"><table width="100%"><tr><td style="padding:24px"><div style="background:#fff;padding:8px">News</div></td></tr></table></body>`,
  });
  await expect(stage.frame.locator(".mail-body")).toHaveCSS("padding-left", "0px");
  await expect(stage.frame.locator(".mail-body td")).toHaveCSS("padding-left", "0px");
  await expect(stage.frame.locator(".mail-body td div")).toHaveCSS("padding-left", "8px");
});

test("joins the wrapped lines of plain text, but not those of a list, a quote or a signature", async () => {
  const wrapped = (mark: string) =>
    [
      `${mark}They can start in October, not earlier, because the second crew is`,
      `${mark}still at work on the northern pier until the end of September.`,
    ].join("\n");
  const text = (selector: string) =>
    stage.frame.$eval(selector, (place) => place.textContent.trim());
  await stage.show({ text: `${wrapped("")}\n\n${wrapped("- ")}\n\n-- \n${wrapped("")}\n` });
  const whole = await text(".mail-text");
  expect(whole.startsWith(`${wrapped("").replace("\n", " ")}\n\n${wrapped("- ")}`)).toBe(true);
  expect(await text(".mail-signature")).toBe(`-- \n${wrapped("")}`);
  await stage.show({ text: `See below.\n\n${wrapped("> ")}\n`, isReply: false });
  expect(await text("blockquote")).toBe(wrapped(""));
});
