/** Holds the product's published texts and numbers, line by line, against where the code spells them. */
import { errors } from "@inlet/contract/errors.ts";
import { limits, storageKeys } from "@inlet/contract/limits.ts";
import { expect, test } from "vitest";
import { createQueryClient } from "#/api/queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { replySubject } from "#/features/compose/reply-subject.ts";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { entryTexts } from "#/features/sign-in/entry-texts.ts";
import { resultDate } from "#/lib/dates.ts";
import { fileSize } from "#/lib/file-size.ts";
import { pageTexts } from "#/lib/page-texts.ts";
import { texts } from "#/lib/texts.ts";
import { folderSlugs } from "#/state/place.ts";

const { signIn, signUp } = entryTexts;
const { reply } = composeTexts;
const now = new Date(2026, 10, 21, 12);
const daysAgo = (days: number) => new Date(2026, 10, 21 - days, 9).toISOString();

const table: [screen: string, spelled: unknown, expected: unknown][] = [
  ["sign-in: links", [signIn.links.login, signIn.links.signUp], ["Login", "Sign Up"]],
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

  ["shell: menu", [texts.shell.settings, texts.shell.signOut], ["Settings", "Sign out"]],
  ["shell: compose", texts.shell.compose, "Compose"],
  ["shell: plus button", texts.accounts.add, "Add email account"],
  [
    "shell: folders",
    folderSlugs.map((slug) => texts.folders[slug]),
    ["Inbox", "Starred", "Sent", "Drafts", "Archive", "Spam", "Trash"],
  ],
  ["search: looking", texts.search.searching, "Searching..."],
  ["search: counts", [1, 3].map(texts.search.results), ["1 result", "3 results"]],
  ["search: nothing", texts.search.none, "No emails found"],
  ["search: nothing, hint", texts.search.noneHint, "Try a different search term"],
  ["search: sender", texts.search.unknownSender, "Unknown"],
  ["search: subject", texts.search.noSubject, "(No Subject)"],
  ["search: preview", texts.search.noPreview, "No preview available"],
  [
    "search: dates",
    [1, 2, 6].map((days) => resultDate(daysAgo(days), now)),
    ["Yesterday", "2 days ago", "6 days ago"],
  ],

  ["accounts: none", texts.accounts.none, "No email accounts found"],
  ["accounts: none, button", texts.accounts.addAccount, "Add Account"],
  ["add account: title", texts.addAccount.title, "Add Email Account"],
  ["add account: busy", texts.addAccount.submitting, "Adding..."],
  ["add account: failure", texts.addAccount.failed, "Failed to add account"],

  ["list: account", listTexts.selectAccount, "Select an account"],
  ["list: unread", listTexts.unread(3), "3 unread"],
  ["list: sender", listTexts.unknownSender, "Unknown"],
  [
    "list: footers",
    [listTexts.loadingMore, listTexts.scrollForMore, listTexts.allLoaded],
    ["Loading more emails...", "Scroll for more", "All emails loaded"],
  ],
  ["list: empty", listTexts.empty("inbox"), "Your inbox is empty"],
  ["list: empty, hint", listTexts.emptyHint, "New emails will appear here"],
  ["list: failure", listTexts.failed, "Something went wrong"],
  [
    "list: failure without a message",
    listTexts.failedHint,
    "An unexpected error occurred while loading your emails.",
  ],
  ["list: failure, button", listTexts.retry, "Try again"],
  [
    "mail view: boundary",
    [texts.mail.failed, texts.mail.retry],
    ["Something went wrong", "Try Again"],
  ],

  ["reader: nothing chosen", readerTexts.none, "Select an email"],
  ["reader: nothing to show", frameTexts.empty, "No content available."],
  ["reader: reply", readerTexts.reply, "Reply"],
  ["reply: title", reply.title("Anna Berg"), "Reply to Anna Berg"],
  [
    "reply: subject",
    [replySubject("Piling"), replySubject("Re: Piling")],
    ["Re: Piling", "Re: Piling"],
  ],
  ["reply: field", reply.placeholder, "Type your reply..."],
  ["reply: cancel", composeTexts.cancel, "Cancel"],
  ["reply: button", [reply.send, composeTexts.sending], ["Send Reply", "Sending..."]],
  ["reply: hint", reply.hint, "Press Ctrl+Enter to send"],
  ["reply: success", reply.sent, "Reply sent successfully!"],
  ["reply: failure", reply.failed, "Failed to send reply. Please try again."],
  ["compose: title", composeTexts.title, "Compose Email"],
  ["compose: success", composeTexts.sent, "Email sent successfully!"],
  ["compose: failure", composeTexts.failed, "Failed to send email. Please try again."],
  [
    "compose: sizes",
    [512, 2048, 3 * 1024 ** 2, 4 * 1024 ** 3].map(fileSize),
    ["512 Bytes", "2 KB", "3 MB", "4 GB"],
  ],

  [
    "settings: tabs",
    [texts.settings.accounts, texts.settings.appearance],
    ["Email Accounts", "Appearance"],
  ],
  [
    "settings: deletion",
    texts.settings.removeQuestion,
    "Are you sure you want to delete this email account?",
  ],
  [
    "settings: themes",
    [texts.settings.light, texts.settings.dark, texts.settings.system],
    ["Light", "Dark", "System"],
  ],

  ["404: title", pageTexts.notFound.title, "404 - Page Not Found"],
  ["404: generic", pageTexts.notFound.short, "Not Found"],
  ["404: text", pageTexts.notFound.text, "Sorry, the page you are looking for does not exist."],
  ["404: link", pageTexts.notFound.home, "Home"],
  ["error: heading", pageTexts.failed.title, "Something went wrong!"],
  ["error: toggle", [pageTexts.failed.show, pageTexts.failed.hide], ["Show Error", "Hide Error"]],

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
  ["server: anything else", errors.internal.message, "Something went wrong"],

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
  ["limits: list pane", limits.listPanePercent, { default: 35, min: 25, max: 50 }],
  ["limits: reader pane", limits.readerPanePercent, { default: 65, min: 50, max: 75 }],
  [
    "limits: text areas",
    [limits.replyMaxHeightPx, limits.composeMinHeightPx, limits.composeMaxHeightPx],
    [300, 250, 400],
  ],
  ["limits: sidebar", [limits.sidebarOpenPx, limits.sidebarCollapsedPx], [250, 60]],
  ["limits: mobile", limits.mobileBreakpointPx, 768],
  ["limits: tooltip", [limits.tooltipOpenDelayMs, limits.tooltipSkipDelayMs], [700, 300]],
  ["storage keys", storageKeys, { token: "token", auth: "auth-storage", theme: "inlet-ui-theme" }],
];

test.each(table)("%s", (_, spelled, expected) => {
  expect(spelled).toEqual(expected);
});

test("queries are tried once more, stay fresh and cached for 5 minutes, and ignore the window's focus", () => {
  const queries = createQueryClient().getDefaultOptions().queries;
  expect(queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 300_000,
    refetchOnWindowFocus: false,
  });
  const { retry, retryDelay } = queries ?? {};
  if (typeof retry !== "function" || typeof retryDelay !== "function") throw new Error("no retry");
  expect([0, 1].map((failures) => retry(failures, new Error("down")))).toEqual([true, false]);
  expect([0, 1, 10].map((attempt) => retryDelay(attempt, new Error("down")))).toEqual([
    1000, 2000, 30_000,
  ]);
});
