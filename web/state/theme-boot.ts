/**
 * Runs before the first paint, as a script of its own: the page never flashes in the other theme.
 * It shares no module with the app, so that it stays a few hundred bytes.
 */
const kept = localStorage.getItem("inlet-ui-theme");
const isDark =
  kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset["theme"] = isDark ? "dark" : "light";

export {};
