import type { Look } from "./screenshot.ts";

/** Screens of a visitor who is not signed in, and the pages that lead nowhere. */
export const entryScreenshots: readonly Look[] = [
  {
    name: "landing",
    as: "visitor",
    take: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Start Free Trial", exact: true }).first().waitFor();
    },
  },
  {
    name: "landing demo",
    as: "visitor",
    take: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: /Pump room 2/ }).click();
      await page.getByText("AI analysis complete!").waitFor();
    },
  },
  {
    name: "landing schedule demo",
    as: "visitor",
    take: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Schedule Demo" }).click();
      await page.getByLabel("Work email").waitFor();
    },
  },
  {
    name: "entry privacy",
    as: "visitor",
    take: async (page) => {
      await page.goto("/privacy");
      await page.getByRole("heading", { name: "What Inlet keeps, and what leaves it" }).waitFor();
    },
  },
  {
    name: "entry privacy end",
    as: "visitor",
    take: async (page) => {
      await page.goto("/privacy");
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "entry invitation refused",
    as: "visitor",
    take: async (page) => {
      await page.route("**/user/register", (route) =>
        route.fulfill({
          status: 403,
          json: { code: "signup.invite_required", message: "This invitation is not valid." },
        }),
      );
      await page.goto("/signup?invite=somebody");
      await page.getByLabel("Full name").fill("Runa Holm");
      await page.getByLabel("Email address").fill("runa.holm@example.org");
      await page.getByLabel("Password", { exact: true }).fill("harbour light at dusk");
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.getByRole("alert").first().waitFor();
    },
  },
  {
    name: "entry login",
    as: "visitor",
    take: async (page) => {
      await page.goto("/login");
      await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
    },
  },
  {
    name: "entry login refused",
    as: "visitor",
    take: async (page) => {
      await page.goto("/login");
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await page.getByRole("alert").filter({ hasText: "All fields are required" }).waitFor();
    },
  },
  {
    name: "entry sign-up",
    as: "visitor",
    take: async (page) => {
      await page.goto("/signup");
      await page.getByRole("button", { name: "Create Account" }).waitFor();
    },
  },
  {
    name: "entry sign-up refused",
    as: "visitor",
    take: async (page) => {
      await page.goto("/signup");
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.getByRole("alert").first().waitFor();
    },
  },
  {
    name: "entry elsewhere refused",
    as: "visitor",
    take: async (page) => {
      await page.goto("/login");
      await page.getByRole("button", { name: "Google" }).click();
      await page.getByRole("alert").filter({ hasText: "not configured" }).waitFor();
    },
  },
  {
    name: "entry dialog of the landing page",
    as: "visitor",
    take: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Start Free Trial" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Google" }).waitFor();
    },
  },
  {
    name: "entry continue as",
    as: "visitor",
    take: async (page) => {
      const user = { id: "u", name: "Runa", email: "runa.holm@harbour.example", role: "user" };
      await page.route("**/user/profile", (route) =>
        route.fulfill({ json: { user: { ...user, avatar: null } } }),
      );
      await page.goto("/auth/callback?token=somebody");
      await page.getByRole("button", { name: "Continue", exact: true }).waitFor();
    },
  },
  {
    name: "entry forgotten password",
    as: "visitor",
    take: async (page) => {
      const facts = { sendsMail: true, ownProvider: "", missingProviders: [] };
      await page.route("**/meta/host", (route) => route.fulfill({ json: facts }));
      await page.goto("/forgot");
      await page.getByRole("button", { name: "Send Link" }).waitFor();
    },
  },
  {
    name: "entry new password",
    as: "visitor",
    take: async (page) => {
      await page.goto("/reset?token=somebody");
      await page.getByRole("button", { name: "Save Password" }).waitFor();
    },
  },
  {
    name: "entry address not confirmed",
    as: "visitor",
    take: async (page) => {
      await page.goto("/verify?token=somebody");
      await page.getByRole("heading", { name: "This did not work" }).waitFor();
    },
  },
  {
    name: "entry not found",
    as: "visitor",
    take: async (page) => {
      await page.goto("/nowhere");
      await page.getByText("404 - Page Not Found").waitFor();
    },
  },
];
