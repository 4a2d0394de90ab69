/** Compares the product's published texts of the sign-in and the sign-up, line by line, with those in the code. */
import { expect, test } from "vitest";
import { callbackTexts } from "#/features/sign-in/callback-texts.ts";
import { refusalTexts } from "#/features/sign-in/refusal-texts.ts";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";

const { signIn, signUp, social } = entryTexts;

const table: [line: string, spelled: unknown, expected: unknown][] = [
  ["sign-in: links", [signIn.links.login, signIn.links.signUp], ["Login", "Sign Up"]],
  ["sign-in: fields", [signIn.email, signIn.password], ["Email", "Password"]],
  ["sign-in: button", [signIn.submit, signIn.submitting], ["Sign In", "Signing In..."]],
  ["sign-in: no account", signIn.noAccount, "Don't have an account?"],
  ["sign-in: link to sign-up", signIn.signUpLink, "Sign up"],
  ["sign-in: empty fields", signIn.fieldsRequired, "All fields are required"],
  ["sign-in: failure", signIn.failed, "Failed to login"],
  [
    "sign-in: failure in the form",
    signIn.failedInForm,
    "Failed to login. Please check your credentials.",
  ],
  [
    "sign-in: password toggle",
    [pageTexts.showPassword, pageTexts.hidePassword],
    ["Show password", "Hide password"],
  ],
  ["sign-in: other accounts", [social.google, social.outlook], ["Google", "Outlook"]],
  [
    "callback: failures",
    [refusalTexts.google_failed, refusalTexts.no_profile],
    ["Google OAuth failed", "failed to get your profile"],
  ],
  ["callback: meanwhile", callbackTexts.busy, "Authenticating with Google..."],
  [
    "sign-in: provider that is not set up",
    refusalTexts.google_not_configured,
    "Google sign-in is not configured on this server",
  ],

  ["sign-up: trigger", signUp.trigger, "Sign Up"],
  ["sign-up: state being read", pageTexts.loading, "Loading..."],
  ["sign-up: title", signUp.title, `Welcome to ${pageTexts.product}`],
  [
    "sign-up: fields",
    [signUp.name, signUp.email, signUp.password],
    ["Full name", "Email address", "Password"],
  ],
  [
    "sign-up: button",
    [signUp.submit, signUp.submitting],
    ["Create Account", "Creating Account..."],
  ],
  ["sign-up: empty fields", signUp.fieldsRequired, "All fields are required."],
  ["sign-up: short password", signUp.passwordTooShort, "Password must be at least 8 characters."],
  ["sign-up: answer without a token", signUp.noToken, "Signup failed"],
  ["sign-up: other failure", signUp.failed, "Something went wrong."],
  ["sign-up in a dialog: server failure", signUp.failedInDialog, "Failed to create account"],
];

test("keeps the product's published texts", () => {
  const spelled = table.map(([line, text]) => [line, text]);
  expect(spelled).toEqual(table.map(([line, _text, expected]) => [line, expected]));
});
