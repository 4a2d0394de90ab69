import { directionOf, languageCookie, languageFor } from "@inlet/contract/languages.ts";
import { frameAt } from "#/state/session/first-frame.ts";

/**
 * Runs before the first paint, as a separate script: the page never flashes in the other theme, and does not wait for other
 * parts. It shares no module with the app, and therefore stays at about two kilobytes.
 */
/** Timeout for browsers that do not report the paint. */
const paintedAtLatestMs = 3000;

const kept = localStorage.getItem("inlet-ui-theme");
const isDark =
  kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
const root = document.documentElement;
root.dataset["theme"] = isDark ? "dark" : "light";

// A signed-in user is forwarded to the app and does not see the sign-in page.
if (localStorage.getItem("token")) root.dataset["known"] = "";

// A signed-in user is shown the app: its parts are preloaded with the page, not when the first script has run.
const preload = (files: readonly string[]) => {
  for (const href of files) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  }
};
const namedBy = (name: string) =>
  document
    .querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
    ?.content.split(" ")
    .filter(Boolean) ?? [];
if (localStorage.getItem("token") && /^\/app(?:\/|$)/.test(location.pathname)) {
  preload(namedBy("app-parts"));
  // The page contains the app's frame, which other screens do not show.
  root.dataset["frame"] = frameAt(localStorage, location, new Date());
  const listPercent = Number(localStorage.getItem("inlet-panes"));
  if (listPercent) root.style.setProperty("--list", `${listPercent}%`);
}

// A prerendered page is painted before its scripts are requested: over a slow connection they would compete with the files for
// the paint.
const [entry, ...others] = namedBy("late-scripts");

// A prerendered page is in the language that the server chose. Any other page may be a copy on this device from before the user
// chose a language.
if (!entry) {
  const chosen = new RegExp(`(?:^|; )${languageCookie}=([\\w-]+)`).exec(document.cookie)?.[1];
  const language = languageFor([chosen, ...navigator.languages]);
  root.lang = language;
  root.dir = directionOf(language);
}
const [languageFiles = ""] = namedBy("languages");
const languageFile =
  root.lang === "en" ? null : languageFiles.replace("*", root.lang.toLowerCase());
if (languageFile && !entry) writeScript(languageFile);

if (entry) {
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    preload([entry, ...others]);
    onceParsed(() => void start(entry).catch(showUnloaded));
  };
  new PerformanceObserver((seen) => {
    if (seen.getEntriesByName("first-contentful-paint").length > 0) begin();
  }).observe({ type: "paint", buffered: true });
  // This paint is not visible: the user is being forwarded to the app, or the page is in the background.
  const isUnseen = () => document.hidden || root.dataset["known"] === "";
  if (isUnseen()) begin();
  document.addEventListener("visibilitychange", begin);
  setTimeout(begin, paintedAtLatestMs);

  // A button pressed before React handles its part of the page is pressed again once it does: landing.tsx marks the parts.
  let pressed: HTMLElement | null = null;
  let isLive = false;
  const isWaiting = (button: Element) => !isLive || button.closest("[data-late]") !== null;
  const note = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest("button") : null;
    pressed = button && isWaiting(button) ? button : null;
  };
  addEventListener("click", note, true);
  addEventListener("inlet-answers", () => {
    isLive = true;
    if (pressed && !isWaiting(pressed)) pressed.click();
  });
}

// Without the app's own script, the prerendered page would never respond.
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    if (target.getAttribute("src") === languageFile) beEnglish();
    else showUnloaded();
  },
  true,
);

/** Runs the script of a prerendered page. Its catalogs look up the page's language once, when they are evaluated. */
async function start(entry: string): Promise<void> {
  if (languageFile) await import(/* @vite-ignore */ languageFile).catch(beEnglish);
  await import(/* @vite-ignore */ entry);
}

/**
 * Runs a module before the page's own. Only modules in the parsed markup run in order, so this one must be parsed. English needs
 * none, and loads as fast as it would without other languages.
 */
function writeScript(file: string): void {
  const markup = `<script type="module" src="${file}"></script>`;
  const { trustedTypes } = window as { trustedTypes?: TypePolicies };
  const policy = trustedTypes?.createPolicy("inlet-language", { createHTML: () => markup });
  // Safe: `write` accepts the result of a policy as well as a string; the DOM types only know the string.
  document.write((policy?.createHTML("") ?? markup) as string);
}

interface TypePolicies {
  createPolicy: (
    name: string,
    rules: { createHTML: () => string },
  ) => { createHTML: (text: string) => unknown };
}

/** Marks the page as English if its language could not be loaded. */
function beEnglish(): void {
  root.lang = "en";
  root.dir = "ltr";
}

function showUnloaded(): void {
  onceParsed(() => {
    const notice = document.getElementById("unloaded");
    // Public pages can be read without any script.
    if (!notice) return;
    document.getElementById("root")?.replaceChildren();
    notice.hidden = false;
  });
}

function onceParsed(task: () => void): void {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", task);
  else task();
}
