/** Compares the published texts of the list, the reader and the composer, line by line, with those in the code. */
import { Category, Priority } from "@inlet/contract/mail/email.ts";
import { expect, test } from "vitest";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { replySubject } from "#/features/compose/replies/reply-subject.ts";
import { suggestionTexts } from "#/features/compose/editor/suggestion-texts.ts";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { peopleOf } from "#/features/message-list/participants.ts";
import { nothingTexts } from "#/features/reader/nothing-texts.ts";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { rowDate } from "#/lib/dates.ts";
import { fileSize } from "#/lib/file-size.ts";
import { locale } from "#/lib/locale.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { listOf } from "#/state/view/mail-view.ts";
import { flagsOf } from "#/state/changes/pending-change.ts";
import { aRow } from "#/testing/email-row.ts";

const { reply } = composeTexts;
const now = new Date(2026, 10, 21, 12);
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
const formatted = (hours: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, options).format(new Date(hoursAgo(hours)));
const asUsual = {
  accountId: null,
  isByThread: false,
  sort: "newest",
  resultOrder: "newest",
} as const;

const table: [line: string, spelled: unknown, expected: unknown][] = [
  ["suggestions: toggle", [suggestionTexts.show, suggestionTexts.hide], ["AI Suggestions", "Hide"]],
  [
    "suggestions: failure",
    [suggestionTexts.failed, suggestionTexts.retry],
    ["Failed to generate suggestions", "Try again"],
  ],
  ["templates: failure", suggestionTexts.templates.failed, "Failed to generate email templates"],
  ["list: account", listTexts.selectAccount, "Select an account"],
  ["list: unread", listTexts.unread(3), "3 unread"],
  ["list: sender", listTexts.unknownSender, "Unknown"],
  [
    "list: first of the names, else first of the addresses",
    [
      peopleOf(aRow("m", { fromName: ["Anna Berg", "Ole"] }), false),
      peopleOf(aRow("m", { fromAddress: ["a@example.org", "b@example.org"] }), false),
      peopleOf(aRow("m"), false),
    ],
    ["Anna Berg", "a@example.org", "Unknown"],
  ],
  [
    "list: folder on the wire",
    listOf({ kind: "folder", slug: "inbox" }, {}, asUsual),
    { folder: "recieved", accountId: null },
  ],
  [
    "list: dates under 24 hours, under 168, and later",
    [23.9, 24, 167.9, 168].map((hours) => rowDate(hoursAgo(hours), now)),
    [
      formatted(23.9, { hour: "numeric", minute: "2-digit" }),
      formatted(24, { weekday: "short" }),
      formatted(167.9, { weekday: "short" }),
      formatted(168, { month: "short", day: "numeric" }),
    ],
  ],
  [
    "list: what is read, and what is starred",
    [flagsOf(aRow("m", { flags: ["\\Seen"] })), flagsOf(aRow("m", { flags: ["\\Flagged"] }))],
    [
      expect.objectContaining({ isSeen: true, isStarred: false }),
      expect.objectContaining({ isSeen: false, isStarred: true }),
    ],
  ],
  ["list: categories", Object.values(kindTexts.categories), Category.options],
  ["list: priorities", Object.values(kindTexts.priorities), Priority.options],
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

  ["reader: nothing chosen", nothingTexts.title, "Select an email"],
  ["reader: nothing to show", frameTexts.empty, "No content available."],
  ["reader: back", readerTexts.back, "Back"],
  ["reader: head", [readerTexts.from, readerTexts.to, readerTexts.date], ["From", "To", "Date"]],
  ["reader: reply", readerTexts.reply, "Reply"],
  ["reader: forward", readerTexts.forward, "Forward"],
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
  [
    "compose: fields",
    [composeTexts.to, composeTexts.cc, composeTexts.bcc, composeTexts.subject],
    ["To", "Cc", "Bcc", "Subject"],
  ],
  ["compose: button", [composeTexts.send, composeTexts.sending], ["Send", "Sending..."]],
  ["compose: success", composeTexts.sent, "Email sent successfully!"],
  ["compose: failure", composeTexts.failed, "Failed to send email. Please try again."],
  [
    "compose: sizes",
    [512, 2048, 3 * 1024 ** 2, 4 * 1024 ** 3].map(fileSize),
    ["512 Bytes", "2 KB", "3 MB", "4 GB"],
  ],
];

test("keeps the product's published texts", () => {
  const spelled = table.map(([line, text]) => [line, text]);
  expect(spelled).toEqual(table.map(([line, _text, expected]) => [line, expected]));
});
