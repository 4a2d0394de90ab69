import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { AccountStrip } = await import("#/features/accounts/account-strip.tsx");

/** Returns the strip's buttons: the name of each, whether it is selected, and its content. */
function buttonsFor(...addresses: string[]): [string | undefined, boolean, string][] {
  const client = new QueryClient();
  const accounts = addresses.map((account_mail) => ({
    id: account_mail,
    account_mail,
    name: "",
    color: null,
    state: "watching",
    progress: { here: 1, server: 1 },
  }));
  client.setQueryData(["accounts"], { accounts });
  const done = () => undefined;
  const drawn = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client },
      createElement(AccountStrip, { onAdd: done, onFix: done }),
    ),
  );
  return [...drawn.matchAll(/<button[^<>]*aria-label="([^",]+)[^<>]*>(.*?)<\/button>/g)].map(
    ([button, name, inside = ""]) => [
      name,
      button.includes('aria-pressed="true"'),
      /data-initials="(\w+)"/.exec(inside)?.[1] ?? "",
    ],
  );
}

test("each account is an initial, the only one is chosen, and a plus button adds another", () => {
  expect(buttonsFor("ada@example.org")).toEqual([
    ["ada@example.org", true, "A"],
    ["Add email account", false, ""],
  ]);
});

test("with two accounts or more, all of them are selected first", () => {
  expect(buttonsFor("ada@example.org", "grace@example.org")).toEqual([
    ["All inboxes", true, ""],
    ["ada@example.org", false, "A"],
    ["grace@example.org", false, "G"],
    ["Add email account", false, ""],
  ]);
});

test("accounts with the same initial have a second letter", () => {
  const letters = (...addresses: string[]) =>
    buttonsFor(...addresses)
      .slice(1, -1)
      .map(([, , inside]) => inside);
  expect(letters("nora@harbour.example", "nora@club.example", "sam@harbour.example")).toEqual([
    "NH",
    "NC",
    "S",
  ]);
  expect(letters("nora@harbour.example", "nils@harbour.example")).toEqual(["No", "Ni"]);
});
