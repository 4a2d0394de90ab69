import { inLines, onOneLine, unlinked } from "#/integrations/core/foreign-text.ts";
import type { DescribedEvent } from "#/integrations/core/describe-event.ts";
import { categoryIn, type Texts } from "#/texts/texts.ts";

const subjectLength = 200;
const previewLength = 400;
const addressLength = 320;
const summaryLength = 1800;

/** Writes an event for a chat, in Telegram's HTML. Text of a message is plain text. */
export function presentEvent(described: DescribedEvent, texts: Texts): string {
  const { chats, telegram } = texts;
  switch (described.kind) {
    case "message.received":
    case "message.classified": {
      const { from, subject, summary, preview, account, priority, category, url } =
        described.message;
      const about = [
        account,
        categoryIn(texts, category),
        priority === "High" ? chats.highPriority : "",
      ];
      return [
        senderLine(from, chats.unknownSender),
        shown(subject, subjectLength) || chats.noSubject,
        shown(summary || preview, previewLength),
        `<i>${shown(about.filter((part) => part !== "").join(" · "), subjectLength)}</i>`,
        // An address that is not of the Internet is not a link in Telegram, and harmless there.
        `<a href="${escaped(url)}">${escaped(chats.openInInlet)}</a>`,
      ]
        .filter((line) => line !== "" && line !== "<i></i>")
        .join("\n");
    }
    case "message.sent":
      return telegram.sentMail(shown(described.outgoing.subject, subjectLength) || chats.noSubject);
    case "message.failed": {
      const { subject, reason } = described.outgoing;
      return `<b>${escaped(telegram.notSent)}</b> ${shown(subject, subjectLength) || chats.noSubject}\n${shown(reason, previewLength)}`;
    }
    case "account.recovered":
      return telegram.worksAgain(`<b>${shown(described.account.account, subjectLength)}</b>`);
    case "account.failed": {
      const { account, reason } = described.account;
      return telegram.needsAttention(
        `<b>${shown(account, subjectLength)}</b>`,
        shown(reason, previewLength),
      );
    }
  }
}

/** Buttons for actions on a mail in the chat. */
export const mailButtons = ({ chats }: Texts) => ({
  inline_keyboard: [
    [
      { text: chats.reply, callback_data: "reply" },
      { text: chats.summary, callback_data: "summary" },
    ],
    [
      { text: chats.archive, callback_data: "archive" },
      { text: chats.snooze, callback_data: "snooze" },
    ],
  ],
});

/** Button below the user's text, which is not sent before the button is pressed. */
export const sendButton = ({ chats }: Texts) => ({
  inline_keyboard: [[{ text: chats.send, callback_data: "send" }]],
});

/** Returns all addresses as plain text, without names, which their owners choose freely. */
export function shownAddresses(addresses: readonly string[]): string {
  return addresses.map((one) => unlinked(onOneLine(one, addressLength))).join(", ");
}

/** Returns a summary with its paragraphs, to post below its message. */
export function presentSummary(words: string, { chats }: Texts): string {
  return unlinked(inLines(words, summaryLength)) || chats.nothingToSummarize;
}

/** Returns the sender's name with the address. */
function senderLine({ name, address }: { name: string; address: string }, unknown: string): string {
  const line = shown(address, addressLength);
  const title = shown(name, subjectLength);
  if (title === "" || title === line) return `<b>${line || unknown}</b>`;
  return line === "" ? `<b>${title}</b>` : `<b>${title}</b> (${line})`;
}

/** Returns an untrusted text on one line, without links or commands for Telegram. */
export function shown(words: string, most: number): string {
  return escaped(unlinked(onOneLine(words, most)));
}

/** Escapes a text for Telegram's HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
