import type { MailProvider } from "@inlet/contract/accounts.ts";
import { expect, it } from "vitest";
import { fakeServices } from "#/testing/fake-services.ts";
import { startApp } from "#/testing/http-app.ts";

async function appWith(isSetUp: (provider: MailProvider) => boolean) {
  const { accounts } = fakeServices({});
  return startApp(fakeServices({ accounts: { ...accounts, isSetUp } }));
}

it.each([
  ["/auth/google", "google_not_configured"],
  ["/auth/google/signup", "google_not_configured"],
  ["/auth/outlook", "outlook_not_configured"],
])("leads from %s back to the sign-in, which says what is missing", async (path, error) => {
  await using app = await appWith(() => false);
  const answer = await fetch(app.origin + path, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/login?error=${error}`]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
});

it.each([
  ["/auth/google", "google", "google_not_available"],
  ["/auth/google/signup", "google", "google_not_available"],
  ["/auth/outlook", "microsoft", "outlook_not_available"],
] as const)("makes no dead end of %s where the host is registered", async (path, only, error) => {
  await using app = await appWith((provider) => provider === only);
  const answer = await fetch(app.origin + path, { redirect: "manual" });
  expect(answer.headers.get("location")).toBe(`/login?error=${error}`);
});

it("takes nothing of the asker's into the address that it leads to", async () => {
  await using app = await appWith(() => false);
  const answer = await fetch(`${app.origin}/auth/google?error=x&next=//evil.example`, {
    redirect: "manual",
  });
  expect(answer.headers.get("location")).toBe("/login?error=google_not_configured");
});
