import { type Browser, chromium, type Frame, type Page } from "@playwright/test";
import { chromiumPath } from "../../demo/chromium.ts";
import type { Stage } from "./stage.ts";

/** Forbidden effects of a message. */
export interface Violations {
  scripts: string[];
  tokenReads: string[];
  navigations: string[];
  requests: string[];
  paintedOutside: boolean;
  /** True if the frame neither showed the message nor navigated away: the other fields are then meaningless. */
  unseen: boolean;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
  });
}

// Runs in every frame before anything else: a call to any trapped function means that a script ran.
const traps = `(() => {
  if (self === top) return;
  const tell = (what) => self.inletTold(what);
  for (const name of ["alert", "confirm", "prompt", "print", "open"]) self[name] = () => tell("script: " + name);
  const read = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key) { tell("token: getItem " + key); return read.call(this, key); };
  for (const name of ["localStorage", "sessionStorage"]) {
    const found = Object.getOwnPropertyDescriptor(self, name);
    if (found?.get) Object.defineProperty(self, name, { ...found, get() { tell("token: " + name); return found.get.call(self); } });
  }
})()`;

const marker = "inlet-probe-did-run";

/** A message as the app posts it into the frame; omitted fields are empty. */
export interface StagedMail {
  html?: string;
  text?: string;
  isReply?: boolean;
  images?: Record<string, string>;
  theme?: "light" | "dark";
  designed?: "dark" | "original";
}

/** Shows messages in a page, one after the other, and returns the effects of each. */
export class Watch implements AsyncDisposable {
  readonly #page: Page;
  readonly #stage: Stage;
  #violations: Violations = nothing();
  #outside: Buffer = Buffer.alloc(0);

  private constructor(page: Page, stage: Stage) {
    this.#page = page;
    this.#stage = stage;
  }

  static async open(browser: Browser, stage: Stage): Promise<Watch> {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    const watch = new Watch(page, stage);
    await page.exposeBinding("inletTold", (_source, what: unknown) => {
      const logText = String(what);
      if (logText.startsWith("token")) watch.#violations.tokenReads.push(logText);
      else watch.#violations.scripts.push(logText);
    });
    await page.addInitScript(traps);
    page.on("dialog", (dialog) => {
      watch.#violations.scripts.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("popup", (popup) => {
      watch.#violations.navigations.push(`popup ${popup.url()}`);
      void popup.close();
    });
    page.on("framenavigated", (frame) => {
      const url = frame.url();
      const isHome = url === stage.url || url === `${stage.url}mail-frame.html`;
      if (!isHome) watch.#violations.navigations.push(url);
    });
    await page.route(/.*/, async (route) => {
      const url = route.request().url();
      if (url.startsWith(stage.url)) return route.continue();
      // The document contains these URLs itself: loading them sends no request.
      if (!/^(data|blob|about):/.test(url)) watch.#violations.requests.push(url);
      return route.abort();
    });
    await watch.#reset();
    return watch;
  }

  /** The frame that shows the messages. */
  get frame(): Frame {
    const frame = this.#find();
    if (!frame) throw new Error("The frame is gone.");
    return frame;
  }

  #find(): Frame | undefined {
    return this.#page.frames().find((one) => one.url().endsWith("/mail-frame.html"));
  }

  /** Shows a message, interacts with it as a user might, and waits for the effects. */
  async show(mail: string | StagedMail): Promise<Violations> {
    this.#violations = nothing();
    const isShown = await this.#page.evaluate(
      (shown) =>
        // The test page's own script defines showMail.
        (window as unknown as { showMail: (mail: StagedMail) => Promise<boolean> }).showMail(shown),
      typeof mail === "string" ? { html: mail } : mail,
    );
    await this.#provoke();
    await this.#settle();
    const violations = this.#violations;
    violations.unseen = !isShown && violations.navigations.length === 0;
    // A frame that one message broke would not show the next.
    if (violations.navigations.length > 0 || violations.unseen) await this.#reset();
    else if (!this.#outside.equals(await this.#photograph())) violations.paintedOutside = true;
    return violations;
  }

  /** Returns the visible text of the message. */
  async words(): Promise<string> {
    return this.frame.evaluate(() => document.body.innerText);
  }

  /** Makes the frame search for a passage of the message, as the app does. */
  async find(passage: string): Promise<void> {
    await this.#page.evaluate((wanted) => {
      const message = { kind: "find", id: "mail", passage: wanted };
      document.querySelector("iframe")?.contentWindow?.postMessage(message, "*");
    }, passage);
    await this.#settle();
  }

  /** Returns a screenshot of the message, without anything around it. */
  async picture(): Promise<Buffer> {
    return this.#page.screenshot({ clip: { x: 0, y: 60, width: 900, height: 600 } });
  }

  /** Reports whether the traps work: a script that is run on purpose must be reported. */
  async prove(): Promise<boolean> {
    this.#violations = nothing();
    await this.frame.evaluate((text) => alert(text), marker);
    await this.#settle();
    return this.#violations.scripts.length > 0;
  }

  /** Clicks everything that could run a script, and dispatches the event of each inline handler in the message. */
  async #provoke(): Promise<void> {
    const provoke = `for (const element of document.querySelectorAll("*")) {
      for (const name of element.getAttributeNames()) {
        if (name.startsWith("on")) element.dispatchEvent(new Event(name.slice(2)));
      }
      const leads = /^\\s*(https?:|mailto:|#|\\/)/i.test(element.getAttribute("href") ?? "");
      if (/^(a|area|button)$/.test(element.localName) && !leads && element.className !== "quote-toggle") {
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      }
    }`;
    // A message that navigated the frame away left nothing to click; it is counted as a navigation.
    await this.#find()
      ?.evaluate(provoke)
      .catch(() => undefined);
  }

  async #settle(): Promise<void> {
    // Failed loads and timers of 0 ms have run after this.
    await this.#page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
  }

  async #reset(): Promise<void> {
    await this.#page.goto(this.#stage.url);
    await this.#settle();
    this.#outside = await this.#photograph();
  }

  #photograph(): Promise<Buffer> {
    return this.#page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 60 } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page.close();
  }
}

function nothing(): Violations {
  return {
    scripts: [],
    tokenReads: [],
    navigations: [],
    requests: [],
    paintedOutside: false,
    unseen: false,
  };
}
