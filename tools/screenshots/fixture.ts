import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Route,
} from "@playwright/test";
import type { Api } from "../../contract/api.ts";
import { RuleId } from "../../contract/ids.ts";
import { apiOf, type CallApi } from "../demo/api.ts";
import { startApp } from "../demo/app.ts";
import { letMailArrive } from "../demo/arrivals.ts";
import { chromiumArgs, headlessPath } from "../demo/chromium.ts";
import { connectMailbox, startMailServers } from "../demo/mail-servers.ts";
import { demoMailboxes } from "../demo/mailboxes.ts";
import { fillMaildir } from "../demo/maildir.ts";

/** The time at which every look is taken: a Wednesday morning, the day of the newest messages. */
const stageTime = Date.parse("2026-11-18T08:40:00Z");

/** The themes and screen sizes of each screenshot, from a small phone to a large monitor. */
export const themes = ["light", "dark"] as const;
export const screens = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1180, height: 820 },
  { width: 1280, height: 800 },
  { width: 1600, height: 900 },
  { width: 1920, height: 1080 },
] as const;

/** A visitor without a session, Nora with three full mailboxes, or a user who has just signed up. */
export type Viewer = "visitor" | "nora" | "newcomer";

/** The password of all users of the fixture. */
export const stagePassword = "harbour light at dusk";

/** Theme and screen size of a look. */
export interface Setting {
  theme: (typeof themes)[number];
  screen: { width: number; height: number };
  /** Pixels of the picture for each pixel of the page, 1 by default. */
  scale?: number;
}

/** The product with the demo mailboxes, which are always the same, and its viewers. */
export interface Stage extends AsyncDisposable {
  url: string;
  /** Returns the id of Nora's newest message with this subject. */
  idOf: (subject: string) => Promise<string>;
  /** Creates a separate browser context, signed in as the look requires, with a stopped clock. */
  newContext: (browser: Browser, as: Viewer, setting: Setting) => Promise<BrowserContext>;
}

/** Starts the mail servers and the product, and waits until all mail is ingested. */
export async function startStage(): Promise<Stage> {
  await using starting = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-looks-"));
  // Dovecot reads mail as another user, who needs access to this folder.
  await chmod(dir, 0o711);
  starting.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const demo = demoMailboxes({ seed: "demo", now: stageTime });
  const servers = starting.use(
    await startMailServers({
      mailboxes: demo.map(({ owner }) => ({ address: owner.address, password: "a demo password" })),
      dir: path.join(dir, "mail"),
    }),
  );
  for (const { owner, mails: messages } of demo)
    fillMaildir(servers.imap.maildir(owner.address), messages);
  const app = starting.use(await startApp({ dataDir: path.join(dir, "data") }));
  const register = async (name: string, email: string) => {
    const session = await apiOf(app.url)("POST /user/register", {
      name,
      email,
      password: stagePassword,
    });
    return { session, call: apiOf(app.url, session.token) };
  };
  const nora = await register("Nora Lindqvist", "nora@example.com");
  const newUser = await register("Owen Pryce", "owen@example.com");
  for (const mailbox of servers.mailboxes) await connectMailbox(nora.call, servers, mailbox);
  await nora.call("PUT /email/labels/{name}", { name: "Quay 7", color: "work" });
  await nora.call("PUT /email/labels/{name}", { name: "Family" });
  await putInPlace(nora.call);
  await letMailArrive(nora.call, { servers, demo });

  const resources = starting.move();
  return {
    url: app.url,
    idOf: async (subject) => {
      const { results } = await nora.call("POST /email/search", {
        // A reply that an earlier screenshot began has the same subject.
        query: `subject:"${subject}" -in:drafts`,
        limit: 10,
      });
      const found = results.find((email) => email.subject === subject);
      if (!found) throw new Error(`The demo has no mail "${subject}".`);
      return found.id;
    },
    newContext: async (browser, as, { theme, screen, scale = 1 }) => {
      const context = await browser.newContext({
        baseURL: app.url,
        viewport: screen,
        deviceScaleFactor: scale,
        colorScheme: theme,
        reducedMotion: "reduce",
        hasTouch: screen.width < 1024,
        isMobile: screen.width < 768,
        locale: "en-GB",
        timezoneId: "Europe/Berlin",
      });
      await context.clock.setFixedTime(stageTime);
      await context.addInitScript(keepChance);
      await context.route("**/email/drafts/*", saveNothing);
      if (as !== "visitor") {
        await context.addInitScript(saveSession, (as === "nora" ? nora : newUser).session);
      }
      return context;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Starts the browser for the screenshots. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: headlessPath(), args: chromiumArgs });
}

/** Answers like the server when a draft is saved, so that the server has no draft of one look in the next. */
async function saveNothing(route: Route): Promise<void> {
  const request = route.request();
  if (request.method() !== "PUT") return route.fallback();
  const draft: Api["PUT /email/drafts/{id}"]["input"] = request.postDataJSON();
  const id = path.basename(new URL(request.url()).pathname);
  await route.fulfill({
    json: { draft: { ...draft, id, revision: draft.revision + 1, updatedAt: "", emailId: null } },
  });
}

/** Runs in the page before its own scripts: stores the session where the page looks for it. */
function saveSession({ user, token }: { user: unknown; token: string }): void {
  localStorage.setItem("auth-storage", JSON.stringify({ state: { user, token }, version: 0 }));
  localStorage.setItem("token", token);
  // Drafts of one look must not open again in the next; see also `saveNothing`.
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith("inlet-draft:")) localStorage.removeItem(key);
  }
}

/** Runs in the page too: random positions are the same in every run. */
function keepChance(): void {
  let at = 1;
  Math.random = () => {
    at = (at * 16_807) % 2_147_483_647;
    return at / 2_147_483_647;
  };
}

/** Resolves once the page has its fonts and is idle, including late requests. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
  });
}

/** Sets the user's instructions and templates, for the settings to show. */
async function putInPlace(call: CallApi): Promise<void> {
  await call("PUT /ai/templates/{id}", {
    id: "way",
    name: "Way to the pier",
    subject: "How to find us",
    body: "Hello {first name},\n\nwe meet on {date} at the red crane, left of the ferry terminal.\n\n{my name}",
  });
  await call("PUT /ai/templates/{id}", {
    id: "offer",
    name: "Asking for an offer",
    subject: "",
    body: "Dear {name},\n\nplease send us an offer for {what} by {date}.\n\nKind regards,\n{my name}",
  });
  const rule = (id: string) => RuleId.parse(id);
  await call("PUT /rules/{id}", {
    id: rule("01890000-0000-7000-8000-000000000001"),
    text: "Archive mail from the rowing federation and mark it as read",
    query: "from:federation",
    actions: { move: "archive", seen: true },
    isOn: true,
  });
  await call("PUT /rules/{id}", {
    id: rule("01890000-0000-7000-8000-000000000002"),
    text: "Label everything about Pier 2 with Quay 7",
    query: 'subject:"pier 2"',
    actions: { label: "Quay 7", starred: true },
    isOn: false,
  });
  const sender = "PUT /sorting/senders/{address}";
  await call(sender, { address: "notices@northshore-rowing.example", category: "Updates" });
  await call(sender, {
    address: "owen.pryce@harbourworks.example",
    category: "Work",
    priority: "High",
  });
}
