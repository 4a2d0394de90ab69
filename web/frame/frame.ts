import { clearGround, hasGround } from "#/frame/ground.ts";
import type { FindPassage, FrameMessage, LendFace, ShowMail } from "#/frame/messages.ts";
import { markPassage } from "#/frame/passage.ts";
import { layOnPaper, printPage } from "#/frame/print-mail.ts";
import { showHtml, type ShownHtml } from "#/frame/show-html.ts";
import { showText } from "#/frame/show-text.ts";
import { turnDark } from "#/frame/turn-dark.ts";
import { strokeOf } from "#/lib/stroke.ts";

/**
 * Shows messages in a document with an opaque origin: without token, storage, cookies or any other access to the app. It is
 * loaded once and shows each message that the app posts to it.
 */
const place = document.createElement("div");
place.className = "mail";
document.body.append(place);

let shownId = "";
let lastHeight = -1;
let isFitting = false;
/** Message that was shown before the window had a size; colors and margins depend on where its parts are. */
let unsized: ShowMail | null = null;
let strokes: ReadonlySet<string> = new Set();

function post(message: FrameMessage): void {
  // The app has the same address as this document, although its origin is opaque.
  parent.postMessage(message, location.origin);
}

addEventListener("message", (event) => {
  if (event.source !== parent || event.origin !== location.origin) return;
  // Safe: the app posts nothing else to this window.
  const payload = event.data as ShowMail | LendFace | FindPassage;
  if (payload.kind === "show") show(payload);
  else if (payload.kind === "find") find(payload);
  else void addFace(payload);
});

async function addFace({ family, bytes }: LendFace): Promise<void> {
  const face = new FontFace(family, bytes, { weight: "100 900" });
  document.fonts.add(await face.load());
}

function find(wanted: FindPassage, isAgain = false): void {
  const { id, passage } = wanted;
  if (id !== shownId) return;
  const top = markPassage(place, passage);
  if (top !== null) {
    // The page can only scroll as far as the known height of the message.
    fit();
    post({ id, kind: "passage", top: Math.max(0, top) });
  } else if (!isAgain && passage !== "") {
    // A frame that was hidden until now has no layout yet; the next frame of animation has one.
    requestAnimationFrame(() => find(wanted, true));
  }
}

function show(mail: ShowMail): void {
  shownId = mail.id;
  unsized = innerWidth === 0 && !mail.paper ? mail : null;
  strokes = new Set(mail.strokes);
  lastHeight = -1;
  document.documentElement.dataset["theme"] = mail.theme;
  const html = mail.html.trim() ? htmlOf(mail) : null;
  document.adoptedStyleSheets = html ? [html.sheet] : [];
  const isDesigned = html?.isPaper ?? false;
  const isTurning = mail.theme === "dark" && (!isDesigned || mail.designed === "dark");
  // If a message has no dark colors, its colors are read as they look on paper.
  const own = isDesigned ? "turned" : "none";
  setSheet(isDesigned && !(isTurning && html?.knowsDark) ? "paper" : own);
  if (html) place.replaceChildren(html.node);
  else if (mail.text.trim()) place.replaceChildren(showText(mail));
  else place.replaceChildren(empty(mail.emptyText));
  // Both read the colors as they look on paper.
  const isGrounded = html !== null && isDesigned && hasGround(html.node);
  if (isGrounded && !mail.paper) clearGround(html.node);
  if (html && isTurning) {
    setSheet(turnDark(html.node, { isOwn: html.knowsDark }) ? own : "paper");
  }
  place.classList.toggle("grounded", isGrounded);
  if (mail.paper) layOnPaper(place, mail.paper);
  fit();
  post({ id: shownId, kind: "shown", isDesigned });
  if (mail.paper) void printPage().then(() => post({ id: mail.id, kind: "printed" }));
}

/** Sets the background of a message: the app's surface, white paper, or that surface for a message that was turned dark. */
function setSheet(sheet: "none" | "paper" | "turned"): void {
  place.classList.toggle("paper", sheet === "paper");
  place.classList.toggle("turned", sheet === "turned");
}

/** Returns null if the HTML shows nothing, or if it breaks the sanitizer: then the text is shown instead. */
function htmlOf(mail: ShowMail): ShownHtml | null {
  try {
    const html = showHtml(mail);
    return html.isEmpty ? null : html;
  } catch (error) {
    reportError(error);
    return null;
  }
}

function empty(text: string): Node {
  const line = document.createElement("p");
  line.className = "mail-empty";
  line.textContent = text;
  return line;
}

/** Shrinks a message that is wider than the window, as far as it stays readable, and then reports the height. */
function fit(): void {
  if (isFitting) return;
  isFitting = true;
  const inner = place.querySelector<HTMLElement>(".mail-html");
  if (inner) {
    inner.style.removeProperty("zoom");
    const excess = place.scrollWidth / Math.max(place.clientWidth, 1);
    if (excess > 1.01) inner.style.setProperty("zoom", String(Math.max(1 / excess, 0.55)));
  }
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  if (height !== lastHeight) {
    lastHeight = height;
    post({ id: shownId, kind: "height", height });
  }
  isFitting = false;
}

new ResizeObserver(fit).observe(place);
addEventListener("resize", () => {
  if (unsized && innerWidth > 0) show(unsized);
  else fit();
});

addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const key = strokeOf(event);
  if (!strokes.has(key)) return;
  event.preventDefault();
  post({ id: shownId, kind: "key", key });
});

// Opens a mail address in the app's own composer instead of another program.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href], area[href]") : null;
  const url = link?.getAttribute("href") ?? "";
  if (!url.startsWith("mailto:")) return;
  event.preventDefault();
  post({ id: shownId, kind: "link", url });
});

post({ id: "", kind: "ready" });
