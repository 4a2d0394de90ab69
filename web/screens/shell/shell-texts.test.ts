import { addAccountTexts } from "#/texts/shared/add-account-texts.ts";
/** Compares the product's published texts of the frame around every screen, line by line, with those in the code. */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { noFields } from "#/features/accounts/account-fields.ts";
import { slackLinkTexts } from "#/features/sidebar/slack-link-texts.ts";
import { slackTexts } from "#/features/slack/slack-texts.ts";
import { resultDate } from "#/lib/dates.ts";
import { locale } from "#/lib/locale.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { folderSlugs } from "#/state/view/folder-slugs.ts";
import { ThemeProvider, toggled, useTheme } from "#/state/session/theme.tsx";

const now = new Date(2026, 10, 21, 12);
const daysAgo = (days: number) => new Date(2026, 10, 21 - days, 9).toISOString();

const table: [line: string, spelled: unknown, expected: unknown][] = [
  ["shell: name", pageTexts.product, "Inlet"],
  ["shell: menu", [texts.shell.settings, texts.shell.signOut], ["Settings", "Sign out"]],
  ["shell: compose", texts.shell.compose, "Compose"],
  ["shell: plus button", texts.accounts.add, "Add email account"],
  [
    "shell: folders",
    folderSlugs.map((slug) => texts.folders[slug]),
    ["Inbox", "Starred", "Snoozed", "Sent", "Drafts", "Archive", "Spam", "Trash"],
  ],
  [
    "shell: addresses of the folders",
    folderSlugs.filter((slug) => slug !== "snoozed"),
    ["inbox", "starred", "sent", "drafts", "archive", "spam", "trash"],
  ],
  [
    "shell: dialogs",
    [addAccountTexts.title, slackTexts.title],
    ["Add Email Account", "Slack Integration"],
  ],
  ["search: looking", searchTexts.searching, "Searching..."],
  ["search: counts", [1, 3].map(searchTexts.results), ["1 result", "3 results"]],
  ["search: counts with more to come", searchTexts.manyResults(20), "20+ results"],
  ["search: nothing", texts.search.none, "No emails found"],
  ["search: nothing, hint", texts.search.noneHint, "Try a different search term"],
  ["search: sender", searchTexts.unknownSender, "Unknown"],
  ["search: subject", searchTexts.noSubject, "(No Subject)"],
  ["search: preview", searchTexts.noPreview, "No preview available"],
  [
    "search: dates",
    [1, 2, 6].map((days) => resultDate(daysAgo(days), now)),
    ["Yesterday", "2 days ago", "6 days ago"],
  ],
  [
    "search: dates of today and of a week ago",
    [resultDate(now.toISOString(), now), resultDate(daysAgo(7), now)],
    [
      now.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" }),
      new Date(daysAgo(7)).toLocaleDateString(locale, { dateStyle: "medium" }),
    ],
  ],
  ["theme: toggle", (["light", "dark", "system"] as const).map(toggled), ["dark", "light", "dark"]],
  [
    "sidebar: Slack",
    [slackLinkTexts.connect, slackLinkTexts.connected(2), slackLinkTexts.workspaces(2, "Harbour")],
    ["Connect Slack", "Slack (2 connected)", "2 workspaces"],
  ],
  ["sidebar: one workspace", slackLinkTexts.workspaces(1, "Harbour"), "Harbour"],
  [
    "Slack: dialog",
    [slackTexts.title, slackTexts.hint],
    ["Slack Integration", "Manage your Slack workspace connections"],
  ],
  ["Slack: busy", slackTexts.connecting, "Connecting..."],
  ["Slack: failure", slackTexts.failed, "Failed to start Slack integration"],
  [
    "Slack: disconnecting",
    [slackTexts.disconnected, slackTexts.disconnectFailed],
    ["Slack workspace disconnected successfully", "Failed to disconnect Slack workspace"],
  ],
  ["Slack: badge", slackTexts.active, "Active"],

  ["accounts: none", texts.accounts.none, "No email accounts found"],
  ["accounts: none, button", texts.accounts.addAccount, "Add Account"],
  ["add account: title", addAccountTexts.title, "Add Email Account"],
  ["add account: port and encryption", [noFields.imapPort, noFields.tls], ["993", true]],
  ["add account: busy", addAccountTexts.submitting, "Adding..."],
  ["add account: failure", addAccountTexts.failed, "Failed to add account"],
];

test("keeps the product's published texts", () => {
  const spelled = table.map(([line, text]) => [line, text]);
  expect(spelled).toEqual(table.map(([line, _text, expected]) => [line, expected]));
});

test("the theme is the system's until one is chosen, and its hook throws outside of the provider", () => {
  const Shown = () => useTheme().theme;
  expect(renderToString(createElement(ThemeProvider, null, createElement(Shown)))).toBe("system");
  expect(() => renderToString(createElement(Shown))).toThrow(
    "useTheme must be used within a ThemeProvider",
  );
});
