import type { Browser, BrowserContext, Frame, Page } from "@playwright/test";
import type { ServedFrame } from "./served-frame.ts";

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
  navigations: number;
  /** Requests that leave the app's own origin before anybody consented. */
  requests: number;
  /** 1 when anything was painted outside the frame. */
  outside: number;
  /** 1 when the frame neither showed the mail nor went elsewhere: then the other counts mean nothing. */
  unseen: number;
}

/** A page with a token that holds the product's built frame, as the app does. */
export interface MailStage extends AsyncDisposable {
  attack: (html: string) => Promise<Seen>;
  /** The words a person sees. */
  words: (html: string) => Promise<string[]>;
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
<style>body { margin: 0; background: #fff } iframe { position: absolute; left: 0; top: 100px; width: 800px; height: 500px; border: 0 }</style>
<script src="/stage.js"></script>
<iframe ${layers.sandbox ? `sandbox="${sandbox}"` : ""} src="/mail-frame.html"></iframe>`;

const hostScript = `localStorage.setItem("token", "${token}");
document.cookie = "session=${token}";
window.heard = [];
addEventListener("message", ({ data }) => heard.push(data));`;

export async function openStage(
  browser: Browser,
  { layers, served }: { layers: Layers; served: ServedFrame },
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
  await serve(context, { layers, served }, (url) => {
    harm.requests++;
    note(url);
  });
  const page = await context.newPage();
  let frame = await openHost(page);
  const clean = await surroundings(page);
  page.on("framenavigated", () => harm.navigations++);
  let shows = 0;
  const show = async (html: string) => {
    const id = `mail-${++shows}`;
    await page.evaluate(post, { id, html });
    return hears(page, { id, kind: "shown" });
  };
  return {
    attack: async (html) => {
      frame = await openHost(page);
      Object.assign(harm, { scripts: 0, tokens: 0, navigations: 0, requests: 0 });
      const isShown = await show(html);
      await provoke(frame);
      const after = await surroundings(page);
      return {
        ...harm,
        outside: clean.equals(after) ? 0 : 1,
        unseen: isShown || harm.navigations > 0 ? 0 : 1,
      };
    },
    words: async (html) => {
      if (!(await show(html))) return [];
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
  { layers, served }: { layers: Layers; served: ServedFrame },
  onForeign: (url: string) => void,
): Promise<void> {
  const policy = served.framePolicy
    .split("; ")
    .filter((part) => (part.startsWith("sandbox") ? layers.sandbox : layers.policy))
    .join("; ");
  const headers = {
    ...(policy && { "content-security-policy": policy }),
    "cross-origin-resource-policy": "cross-origin",
  };
  // The app's own policy is no wall of the frame: it goes only when nothing shall be left.
  const isBare = !layers.sanitiser && !layers.sandbox && !layers.policy;
  const host = {
    "content-type": "text/html; charset=utf-8",
    ...(!isBare && { "content-security-policy": served.appPolicy }),
  };
  const html = { ...headers, "content-type": "text/html; charset=utf-8" };
  const script = { ...headers, "content-type": "text/javascript; charset=utf-8" };
  await context.route("**/*", async (route) => {
    const url = route.request().url();
    switch (url) {
      case `${origin}/`:
        return route.fulfill({ body: hostPage(layers), headers: host });
      case `${origin}/stage.js`:
        return route.fulfill({ body: hostScript, contentType: "text/javascript" });
      case `${origin}/mail-frame.html`:
        return route.fulfill({ body: served.html, headers: html });
      case `${origin}/mail-frame.js`: {
        const body = layers.sanitiser ? served.script : bareFrameScript;
        return route.fulfill({ body, headers: script });
      }
      default:
        if (!url.startsWith(`${origin}/`)) onForeign(url);
        return route.abort();
    }
  });
}

/** Runs in the page: posts one mail into the frame. */
function post({ id, html }: { id: string; html: string }): void {
  document.querySelector("iframe")?.contentWindow?.postMessage(
    {
      kind: "show",
      id,
      html,
      text: "",
      emptyText: "",
      images: new Map(),
      allowRemote: false,
      theme: "light",
      labels: { showQuote: "Show", hideQuote: "Hide" },
    },
    "*",
  );
}

/** Opens the app's page anew and waits for its frame. */
async function openHost(page: Page): Promise<Frame> {
  await page.goto(`${origin}/`);
  if (!(await hears(page, { id: "", kind: "ready" }))) throw new Error("The frame is not ready.");
  const frame = page.frames().find((each) => each !== page.mainFrame());
  if (!frame) throw new Error("The stage has no frame.");
  return frame;
}

/** Whether the frame says it within a while. */
function hears(page: Page, message: { id: string; kind: string }): Promise<boolean> {
  return (
    page
      .evaluate(async ({ id, kind }) => {
        // The stage's script keeps what the frame says there.
        const { heard } = window as unknown as { heard: { id: string; kind: string }[] };
        const deadline = performance.now() + 1500;
        while (performance.now() < deadline) {
          if (heard.some((each) => each.id === id && each.kind === kind)) return true;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return false;
      }, message)
      // The page itself was taken elsewhere, which the count of navigations tells.
      .catch(() => false)
  );
}

/** What a person might do: presses every link that would run a script, and lets what waits happen. */
async function provoke(frame: Frame): Promise<void> {
  const press = `(async () => {
    for (const link of document.querySelectorAll("a, area, button, input, [onclick]")) {
      if (/^\\s*(https?:|mailto:|#|\\/)/i.test(link.getAttribute("href") ?? "")) continue;
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
    }
    for (let turn = 0; turn < 3; turn++) await new Promise((done) => requestAnimationFrame(done));
  })()`;
  // The frame may be gone, which the count of navigations tells.
  await frame.evaluate(press).catch(() => undefined);
}

/** The pixels of the app around the frame. */
function surroundings(page: Page): Promise<Buffer> {
  return page.screenshot({ clip: { x: 0, y: 0, width: 800, height: 98 } });
}
