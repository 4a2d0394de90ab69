/**
 * Runs before the first paint, as a script of its own: the page never flashes in the other theme, and waits for no part.
 * It shares no module with the app, so that it stays a few hundred bytes.
 */
const kept = localStorage.getItem("inlet-ui-theme");
const isDark =
  kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";

// Whoever is signed in goes on into the app and sees no sign-in.
if (localStorage.getItem("token")) document.documentElement.dataset["known"] = "";

// Whoever is signed in is shown the app: its parts are asked for with the page, not when the first script has run.
if (localStorage.getItem("token") && location.pathname.startsWith("/app")) {
  const parts = document.querySelector<HTMLMetaElement>('meta[name="app-parts"]')?.content ?? "";
  for (const href of parts.split(" ").filter(Boolean)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  }
}

// Where the app's own script does not come, what was drawn into the page would stand there and do nothing for good.
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    const tell = () => {
      const said = document.getElementById("unloaded");
      // Public pages can be read without any script.
      if (!said) return;
      document.getElementById("root")?.replaceChildren();
      said.hidden = false;
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", tell);
    else tell();
  },
  true,
);

export {};
