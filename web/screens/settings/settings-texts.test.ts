/** Compares the product's published texts of the settings, line by line, with those in the code. */
import { limits } from "@inlet/contract/limits.ts";
import { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { expect, test } from "vitest";
import { layoutTexts } from "#/features/appearance/layout-texts.ts";
import { profileTexts } from "#/features/profile/profile-texts.ts";
import { securityTexts } from "#/features/security/security-texts.ts";
import { timeAgo } from "#/features/security/time-ago.ts";
import { accountTexts } from "#/features/accounts/account-texts.ts";
import { appearanceTexts } from "#/features/appearance/appearance-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { firstTab, settingsTabs } from "#/screens/settings/settings-tabs.ts";

const table: [line: string, spelled: unknown, expected: unknown][] = [
  [
    "settings: tabs",
    settingsTabs.map(({ label }) => label),
    expect.arrayContaining([
      "Profile",
      "Email Accounts",
      "Security",
      "Notifications",
      "Appearance",
    ]),
  ],
  ["profile: no name", profileTexts.nameRequired, "Name is required"],
  [
    "profile: email",
    profileTexts.emailFixed,
    "Email address cannot be changed for security reasons",
  ],
  ["profile: success", profileTexts.saved, "Profile updated successfully!"],
  ["profile: success is gone after", limits.profileMessageMs, 3000],
  ["profile: failure", profileTexts.failed, "Failed to update profile. Please try again."],
  ["security: no second step", securityTexts.secondFactor.off, "Disabled"],
  [
    "security: age of the password",
    securityTexts.password.lastChanged(
      timeAgo("2026-08-22T12:00:00Z", new Date("2026-11-22T12:00:00Z")),
    ),
    "Last changed 3 months ago",
  ],
  [
    "settings: deletion",
    accountTexts.remove.question,
    "Are you sure you want to delete this email account?",
  ],
  [
    "settings: densities",
    Object.values(layoutTexts.densities),
    ["Compact", "Normal", "Comfortable"],
  ],
  [
    "settings: densities as they are kept",
    MailPreferences.shape.density.options,
    ["compact", "normal", "comfortable"],
  ],
  [
    "settings: themes as they are kept",
    MailPreferences.shape.theme.unwrap().options,
    ["light", "dark", "system"],
  ],
  ["settings: density of who has not chosen", usualPreferences.density, "normal"],
  ["settings: back", texts.back, "Back"],
  [
    "settings: themes",
    [appearanceTexts.light, appearanceTexts.dark, appearanceTexts.system],
    ["Light", "Dark", "System"],
  ],
];

test("keeps the product's published texts", () => {
  const spelled = table.map(([line, text]) => [line, text]);
  expect(spelled).toEqual(table.map(([line, _text, expected]) => [line, expected]));
});

test("the tab that is shown without a choice is the first", () => {
  expect(settingsTabs[0]).toBe(firstTab);
});
