import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
vi.stubGlobal("innerHeight", 800);
const at = { pathname: "/app" };
vi.stubGlobal("location", at);
const { accountsQuery } = await import("#/api/queries.ts");
const { Mail } = await import("#/screens/mail/mail.tsx");

const drawn = (client: QueryClient) =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Mail)));

test("shows skeleton rows until the accounts are known", () => {
  expect(drawn(new QueryClient()).match(/h-3 w-4\/5/g)?.length).toBeGreaterThan(5);
});

test("keeps the space of the tabs above the skeleton rows of the inbox only", () => {
  const height = "md:coarse:h-11";
  expect(drawn(new QueryClient())).toContain(height);
  at.pathname = "/app/sent";
  expect(drawn(new QueryClient())).not.toContain(height);
});

test("the skeleton has the width of the list beside an open email", () => {
  expect(drawn(new QueryClient())).toContain("lg:w-(--list,max(35%,22.5rem))");
});

test("a user without accounts sees an empty state and can add an account", async () => {
  const client = new QueryClient();
  client.setQueryData(accountsQuery.queryKey, { accounts: [] });
  // The page is loaded when it is first drawn.
  await vi.waitFor(() => expect(drawn(client)).toContain("No email accounts found"), 10_000);
  expect(drawn(client)).toMatch(/<button[^<>]*>Add Account<\/button>/);
});
