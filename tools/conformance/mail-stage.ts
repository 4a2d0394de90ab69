import { readFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Frame, Page } from "@playwright/test";
import { mailFramePolicy } from "../../server/http/security-headers.ts";

/** The walls between a mail and the app; each can be taken away to see whether the others hold. */
export interface Layers {
  /** What the frame's script does to the HTML before it shows it. */
  sanitiser: boolean;
  /** The frame's opaque origin: attribute and header. */
  sandbox: boolean;
  /** The rest of the frame's Content-Security-Policy. */
  policy: boolean;
}

/** How often each harm was seen. */
export interface Seen {
  scripts: number;
  /** The app's token in a request or a dialog. */
  tokens: number;
  /** Of the app's page or of the frame itself. */
  navigations: number;
  /** Requests that leave the app's own origin before anybody consented. */
  requests: number;
  /** 1 when anything was painted outside the frame. */
  outside: number;
}

/** A page with a token that holds the product's built frame, as the app does. */
export interface MailStage extends AsyncDisposable {
  /** Shows one mail, does what a person might do, and tells what came of this mail. */
  attack: (html: string, options?: { watchesPixels?: boolean }) => Promise<Seen>;
  show: (mail: StagedMail) => Promise<void>;
  frame: Frame;
  /** The words a person sees. */
  words: (html: string) => Promise<string[]>;
}

export interface StagedMail {
  html?: string;
  text?: string;
  images?: Record<string, string>;
  theme?: "light" | "dark";
}

const origin = "http://inlet.test";
const token = "token-that-nobody-may-read";
const sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";

/** Shows the HTML as it is: the frame without its sanitiser. Scripts that a parser would run run here too. */
const bareFrameScript = `addEventListener("message", ({ data }) => {
  if (data.kind !== "show") return;
  document.body.replaceChildren(document.createRange().createContextualFragment(data.html));
  parent.postMessage({ id: data.id, kind: "shown" }, "*");
});
parent.postMessage({ id: "", kind: "ready" }, "*");`;

const hostPage = (layers: Layers) => `<!doctype html><title>stage</title>
<style>body { margin: 0; background: #fff } iframe { position: absolute; left: 100px; top: 100px; width: 600px; height: 400px; border: 0 }</style>
<script>
localStorage.setItem("token", "${token}");
document.cookie = "session=${token}";
window.heard = [];
addEventListener("message", ({ data }) => heard.push(data));
</script>
<iframe ${layers.sandbox ? `sandbox="${sandbox}"` : ""} src="/mail-frame.html"></iframe>`;

export async function openStage(
  browser: Browser,
  { layers, distDir }: { layers: Layers; distDir: string },
): Promise<MailStage> {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  const harm = { scripts: 0, tokens: 0, navigations: 0, requests: 0 };
  const note = (text: string) => {
    if (text.includes(token)) harm.tokens++;
  };
  await context.exposeBinding("inletHeard", (_source, text: string) => {
    harm.scripts++;
    note(text);
  });
  // What attacks call to show that they run; heard even where the browser would swallow the dialog.
  await context.addInitScript(`for (const name of ["alert", "confirm", "prompt", "print"]) {
    window[name] = (text) => void window.inletHeard(String(text));
  }`);
  await serve(context, { layers, distDir }, (url) => {
    harm.requests++;
    note(url);
  });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.waitForFunction(`heard.some(({ kind }) => kind === "ready")`);
  const frame = frameOf(page);
  let shows = 0;
  const show = async ({ html = "", text = "", images = {}, theme = "light" }: StagedMail) => {
    const id = `mail-${++shows}`;
    await page.evaluate(post, { id, html, text, images, theme });
    await page.waitForFunction(`heard.some(({ id, kind }) => id === "${id}" && kind === "shown")`);
  };
  page.on("framenavigated", (each) => {
    if (each === frame || each === page.mainFrame()) harm.navigations++;
  });
  return {
    frame,
    show,
    attack: async (html, { watchesPixels = true } = {}) => {
      const already = { ...harm };
      const before = watchesPixels ? await surroundings(page) : null;
      // A mail that navigates its frame away never says that it was shown.
      await Promise.race([show({ html }), navigated(page)]).catch(() => undefined);
      await provoke(frame);
      const isUntouched = !before || before.equals(await surroundings(page));
      return {
        scripts: harm.scripts - already.scripts,
        tokens: harm.tokens - already.tokens,
        navigations: harm.navigations - already.navigations,
        requests: harm.requests - already.requests,
        outside: isUntouched ? 0 : 1,
      };
    },
    words: async (html) => {
      await show({ html });
      const text = await frame.evaluate(`document.body.innerText`);
      return String(text)
        .normalize("NFC")
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word));
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Answers for the app's origin out of the build; everything else is refused and told. */
async function serve(
  context: BrowserContext,
  { layers, distDir }: { layers: Layers; distDir: string },
  onForeign: (url: string) => void,
): Promise<void> {
  const policy = mailFramePolicy
    .split("; ")
    .filter((part) => (part.startsWith("sandbox") ? layers.sandbox : layers.policy))
    .join("; ");
  const headers = {
    ...(policy && { "content-security-policy": policy }),
    "cross-origin-resource-policy": "cross-origin",
  };
  const built = (name: string) => readFileSync(path.join(distDir, name), "utf8");
  const html = { ...headers, "content-type": "text/html; charset=utf-8" };
  const script = { ...headers, "content-type": "text/javascript; charset=utf-8" };
  await context.route("**/*", async (route) => {
    const url = route.request().url();
    switch (url) {
      case `${origin}/`:
        return route.fulfill({ body: hostPage(layers), contentType: "text/html" });
      case `${origin}/mail-frame.html`:
        return route.fulfill({ body: built("mail-frame.html"), headers: html });
      case `${origin}/mail-frame.js`: {
        const body = layers.sanitiser ? built("mail-frame.js") : bareFrameScript;
        return route.fulfill({ body, headers: script });
      }
      default:
        if (!url.startsWith(`${origin}/`)) onForeign(url);
        return route.abort();
    }
  });
}

/** Runs in the page: posts one mail into the frame. */
function post({ images, ...mail }: Required<StagedMail> & { id: string }): void {
  document.querySelector("iframe")?.contentWindow?.postMessage(
    {
      kind: "show",
      ...mail,
      emptyText: "No content available.",
      images: new Map(Object.entries(images)),
      labels: { showQuote: "Show", hideQuote: "Hide" },
    },
    "*",
  );
}

function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each !== page.mainFrame());
  if (!frame) throw new Error("The stage has no frame.");
  return frame;
}

async function navigated(page: Page): Promise<void> {
  await page.waitForEvent("framenavigated", { timeout: 5000 });
}

/** What a person might do: presses every link that would run a script, and lets what waits happen. */
async function provoke(frame: Frame): Promise<void> {
  const press = `(async () => {
    for (const type of ["click", "mouseover", "focus", "toggle", "pointerenter"]) {
      for (const element of document.querySelectorAll("[on" + type + "]")) {
        element.dispatchEvent(new Event(type, { bubbles: true }));
      }
    }
    for (const link of document.querySelectorAll("a, area, button, input, [onclick]")) {
      if (/^\\s*(https?:|mailto:|#|\\/)/i.test(link.getAttribute("href") ?? "")) continue;
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
    }
    for (let turn = 0; turn < 3; turn++) await new Promise((done) => requestAnimationFrame(done));
  })()`;
  // The frame may be gone, which the count of navigations tells.
  await frame.evaluate(press).catch(() => undefined);
}

/** The pixels around the frame: above and left of it. */
async function surroundings(page: Page): Promise<Buffer> {
  const above = await page.screenshot({ clip: { x: 0, y: 0, width: 800, height: 98 } });
  const left = await page.screenshot({ clip: { x: 0, y: 0, width: 98, height: 600 } });
  return Buffer.concat([above, left]);
}
