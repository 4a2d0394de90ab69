import "@fontsource-variable/inter/wght.css";
import "#/app.css";
import { languageCookie } from "@inlet/contract/languages.ts";
import { storageKeys } from "@inlet/contract/limits.ts";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readAhead, wipe } from "#/api/device-store.ts";
import { router } from "#/routes.tsx";
import { isAuthenticated, useSession } from "#/state/session/session.ts";
import { ThemeProvider } from "#/state/session/theme.tsx";

const { user, token } = useSession.getState();
if (user && token) readAhead(user.id);

// The session ended: the user signed out here or in another tab, or the server rejected the session.
useSession.subscribe((now, before) => {
  if (!before.token || now.token) return;
  // Public pages are in the language of the browser.
  document.cookie = `${languageCookie}=; path=/; max-age=0`;
  if (now.hasExpired) {
    const { href } = router.state.location;
    void router.navigate({ to: "/login", search: { next: href }, replace: true });
  } else {
    // The page comes from the server, and this device does not store it. To navigate earlier would interrupt the deletion of the
    // copies.
    void wipe(before.user?.id ?? "", ["lists", "mails"]).finally(() => {
      window.location.replace(navigator.onLine ? "/" : "/login");
    });
  }
});

// Another tab signed in or out.
window.addEventListener("storage", ({ key }) => {
  if (key !== storageKeys.auth) return;
  useSession.readAgain();
  if (!isAuthenticated()) return;
  // The other tab signed in: the expired session no longer matters.
  useSession.setState({ hasExpired: false });
  void router.invalidate();
});

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root");
const show = () =>
  createRoot(place).render(
    <StrictMode>
      <ThemeProvider>
        <RouterProvider router={router} />
      </ThemeProvider>
    </StrictMode>,
  );
// The prerendered page stays until everything that replaces it is loaded.
const still = place.firstElementChild;
const isFrame = still?.id === "frame";
if (still && (!isFrame || "frame" in document.documentElement.dataset))
  void router.load().then(show, show);
else show();
