import "#/ui/tokens.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "#/api/queries.ts";
import { router } from "#/routes.tsx";
import { forgetAccount } from "#/state/active-account.ts";
import { isAuthenticated, useSession } from "#/state/session.ts";
import { ThemeProvider } from "#/state/theme.tsx";

const queryClient = createQueryClient();

// Whoever signs out, here or because the server no longer knows the session, leaves nothing behind.
useSession.subscribe((now, before) => {
  if (!before.token || now.token) return;
  queryClient.clear();
  forgetAccount();
  void router.navigate({ to: "/login", replace: true });
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
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <RouterProvider router={router} />
      </ThemeProvider>
    </QueryClientProvider>
  </StrictMode>,
);
