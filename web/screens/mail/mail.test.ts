import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
vi.stubGlobal("innerHeight", 800);
const { accountsQuery } = await import("#/api/queries.ts");
const { Mail } = await import("#/screens/mail/mail.tsx");

const drawn = (client: QueryClient) =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Mail)));

test("shows skeleton rows until the accounts are known", () => {
  expect(drawn(new QueryClient()).match(/h-3 w-4\/5/g)?.length).toBeGreaterThan(5);
});

test("the skeleton has the width of the list beside an open email", () => {
  expect(drawn(new QueryClient())).toContain("lg:w-(--list,35%)");
});

test("a user without accounts sees an empty state and can add an account", async () => {
  const client = new QueryClient();
  client.setQueryData(accountsQuery.queryKey, { accounts: [] });
  // The page is loaded when it is first drawn.
  await vi.waitFor(() => expect(drawn(client)).toContain("No email accounts found"), 10_000);
  expect(drawn(client)).toMatch(/<button[^<>]*>Add Account<\/button>/);
});
