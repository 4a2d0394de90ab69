import "@fontsource-variable/inter/wght.css";
import "#/ui/tokens.css";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { router } from "#/routes.tsx";
import { isAuthenticated, useSession } from "#/state/session.ts";
import { ThemeProvider } from "#/state/theme.tsx";

// Signed out, here, in another tab or because the server no longer knows the session.
useSession.subscribe((now, before) => {
  if (!before.token || now.token) return;
  if (now.hasExpired) {
    const { href } = router.state.location;
    void router.navigate({ to: "/login", search: { next: href }, replace: true });
  } else {
    void router.navigate({ to: "/", replace: true });
  }
});

// Another tab signed in or out.
window.addEventListener("storage", ({ key }) => {
  if (key !== useSession.persist.getOptions().name) return;
  void Promise.resolve(useSession.persist.rehydrate()).then(() => {
    if (isAuthenticated()) void router.invalidate();
  });
});

const place = document.getElementById("root");
if (!place) throw new Error("index.html has no #root");
createRoot(place).render(
  <StrictMode>
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  </StrictMode>,
);
