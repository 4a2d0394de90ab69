/** Compares the product's published texts of the server's errors, line by line, with those in the code. */
import { errors } from "@inlet/contract/errors.ts";
import { expect, test } from "vitest";
import { apiTexts } from "#/texts/shared/api-texts.ts";

const table: [line: string, spelled: unknown, expected: unknown][] = [
  ["server: sign-up, empty", errors["signup.fields_required"].message, "All fields are required."],
  [
    "server: sign-up, password",
    errors["signup.password_too_short"].message,
    "Password must be at least 8 characters.",
  ],
  ["server: login, empty", errors["login.fields_required"].message, "All fields are required"],
  [
    "server: login, failure",
    errors["login.failed"].message,
    "Failed to login. Please check your credentials.",
  ],
  ["server: account", errors["account.add_failed"].message, "Failed to add account"],
  ["server: send", errors["send.failed"].message, "Failed to send email. Please try again."],
  ["server: profile", errors["profile.name_required"].message, "Name is required"],
  ["server: anything else, as the page says it", apiTexts.failed, "Something went wrong"],
  [
    "sign-in elsewhere that is not set up",
    [errors["slack.not_configured"].message],
    ["Slack is not configured on this server"],
  ],
  ["server: anything else", errors.internal.message, "Something went wrong"],
];

test("keeps the product's published texts", () => {
  const spelled = table.map(([line, text]) => [line, text]);
  expect(spelled).toEqual(table.map(([line, _text, expected]) => [line, expected]));
});
