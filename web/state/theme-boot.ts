/**
 * Runs before the first paint, as a script of its own: the page never flashes in the other theme, and waits for no part.
 * It shares no module with the app, so that it stays a few hundred bytes.
 */
/** Where nothing tells of the paint. */
const paintedAtLatestMs = 3000;

const kept = localStorage.getItem("inlet-ui-theme");
const isDark =
  kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";

// Whoever is signed in goes on into the app and sees no sign-in.
if (localStorage.getItem("token")) document.documentElement.dataset["known"] = "";

// Whoever is signed in is shown the app: its parts are asked for with the page, not when the first script has run.
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
if (localStorage.getItem("token") && location.pathname.startsWith("/app")) {
  preload(namedBy("app-parts"));
}

// A page that was drawn ahead is painted before its scripts are asked for: on a slow line they would share it with what the paint needs.
const [entry, ...others] = namedBy("late-scripts");
if (entry) {
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    preload([entry, ...others]);
    onceParsed(() => void import(/* @vite-ignore */ entry).catch(tellUnloaded));
  };
  new PerformanceObserver((seen) => {
    if (seen.getEntriesByName("first-contentful-paint").length > 0) begin();
  }).observe({ type: "paint", buffered: true });
  // Nobody sees this one: somebody is on the way into the app, or the page stands in the background.
  const isUnseen = () => document.hidden || document.documentElement.dataset["known"] === "";
  if (isUnseen()) begin();
  document.addEventListener("visibilitychange", begin);
  setTimeout(begin, paintedAtLatestMs);

  // A button that is pressed before its script is there is pressed once more as soon as that says it is.
  let pressed: HTMLElement | null = null;
  const note = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest("button");
  };
  addEventListener("click", note, true);
  const answer = () => {
    removeEventListener("click", note, true);
    pressed?.click();
  };
  addEventListener("inlet-answers", answer, { once: true });
}

// Where the app's own script does not come, what was drawn into the page would stand there and do nothing for good.
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === "module") tellUnloaded();
  },
  true,
);

function tellUnloaded(): void {
  onceParsed(() => {
    const said = document.getElementById("unloaded");
    // Public pages can be read without any script.
    if (!said) return;
    document.getElementById("root")?.replaceChildren();
    said.hidden = false;
  });
}

function onceParsed(task: () => void): void {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", task);
  else task();
}

export {};
