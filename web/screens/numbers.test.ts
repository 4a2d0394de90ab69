/** Compares the product's published numbers, line by line, with those in the code. */
import { Category, Priority } from "@inlet/contract/mail/email.ts";
import { LabelColor } from "@inlet/contract/mail/filing.ts";
import { limits, storageKeys } from "@inlet/contract/limits.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { expect, test } from "vitest";
import { ApiFailure } from "#/api/client.ts";
import { createQueryClient } from "#/api/queries.ts";

const table: [line: string, spelled: unknown, expected: unknown][] = [
  ["limits: password", limits.passwordMinLength, 8],
  ["limits: IMAP port", limits.imapPort, 993],
  [
    "limits: search",
    [limits.searchMinLength, limits.searchDebounceMs, limits.searchCacheMs],
    [2, 300, 300_000],
  ],
  ["limits: search dropdown", limits.searchDropdownMaxHeightUnits, 80],
  [
    "limits: list",
    [limits.pageSize, limits.listScrollMarginPx, limits.listScrollThreshold],
    [20, 200, 0.1],
  ],
  ["limits: list that is scrolled on", [limits.pagesBeforeLong, limits.pageSizeLong], [3, 90]],
  ["limits: list pane", limits.listPanePercent, { default: 35, min: 25, max: 50 }],
  [
    "limits: text areas",
    [limits.replyMaxHeightPx, limits.composeMinHeightPx, limits.composeMaxHeightPx],
    [300, 250, 400],
  ],
  ["limits: sidebar", [limits.sidebarOpenPx, limits.sidebarCollapsedPx], [250, 60]],
  ["limits: mobile", limits.mobileBreakpointPx, 768],
  ["limits: tooltip", [limits.tooltipOpenDelayMs, limits.tooltipSkipDelayMs], [700, 300]],
  ["limits: dots of labels in a row", limits.labelDots, 3],
  ["limits: profile message", limits.profileMessageMs, 3000],
  [
    "limits: bar of the landing page",
    [limits.navbarShrinkPx, limits.navbarPercent, limits.navbarMinPx],
    [100, { desktop: 40, mobile: 90 }, 800],
  ],
  ["limits: animations", [limits.hubPhaseMs, limits.demoStepMs], [2000, 800]],
  ["limits: stars that cannot be counted", limits.starsWhenUnknown, 5],
  [
    "fields: categories",
    Category.options,
    ["Work", "Personal", "Finance", "Social", "Promotions", "Updates", "Spam"],
  ],
  ["fields: priorities", Priority.options, ["High", "Medium", "Low"]],
  [
    "fields: colours of labels",
    LabelColor.options.toSorted(),
    ["default", "finance", "important", "personal", "work"],
  ],
  [
    "fields: notifications until somebody chooses",
    usualPreferences.notifications,
    expect.objectContaining({
      newMail: true,
      marketing: false,
      securityAlerts: true,
      dailySummary: false,
    }),
  ],
  ["storage keys", storageKeys, { token: "token", auth: "auth-storage", theme: "inlet-ui-theme" }],
];

test("keeps the product's published numbers", () => {
  const spelled = table.map(([line, text]) => [line, text]);
  expect(spelled).toEqual(table.map(([line, _text, expected]) => [line, expected]));
});

test("queries retry once, stay fresh and cached for 5 minutes, and ignore the window's focus", () => {
  const queries = createQueryClient().getDefaultOptions().queries;
  expect(queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 300_000,
    refetchOnWindowFocus: false,
  });
  const { retry, retryDelay } = queries ?? {};
  if (typeof retry !== "function" || typeof retryDelay !== "function") throw new Error("no retry");
  expect([0, 1].map((failures) => retry(failures, new Error("down")))).toEqual([true, false]);
  expect(retry(0, new ApiFailure("message.not_found", "", 404))).toBe(false);
  expect([0, 1, 10].map((attempt) => retryDelay(attempt, new Error("down")))).toEqual([
    1000, 2000, 30_000,
  ]);
});
