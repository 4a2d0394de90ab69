import type { Told } from "#/integrations/core/describe.ts";

const subjectLength = 200;
const previewLength = 400;

/** An event as a chat shows it, in Telegram's HTML. Whatever a mail says is text. */
export function presentTold(told: Told): string {
  switch (told.kind) {
    case "message.received":
    case "message.classified": {
      const { from, subject, summary, preview, account, priority, category, url } = told.message;
      const about = [account, category, priority === "High" ? "High priority" : ""];
      return [
        `<b>${escaped(shortened(from.name || from.address, subjectLength)) || "Unknown"}</b>`,
        escaped(shortened(subject, subjectLength)) || "(No Subject)",
        escaped(shortened(summary || preview, previewLength)),
        `<i>${escaped(about.filter((part) => part !== "").join(" · "))}</i>`,
        // What is no address of the Internet is no link in Telegram, and harmless there.
        `<a href="${escaped(url)}">Open in Inlet</a>`,
      ]
        .filter((line) => line !== "" && line !== "<i></i>")
        .join("\n");
    }
    case "message.sent":
      return `Sent: ${escaped(shortened(told.outgoing.subject, subjectLength)) || "(No Subject)"}`;
    case "message.failed": {
      const { subject, reason } = told.outgoing;
      return `<b>Not sent:</b> ${escaped(shortened(subject, subjectLength)) || "(No Subject)"}\n${escaped(reason)}`;
    }
    case "account.failed": {
      const { account, reason } = told.account;
      return `<b>${escaped(account)}</b> needs you: ${escaped(reason)}`;
    }
  }
}

/** What can be done with a mail from the chat. */
export const mailButtons = {
  inline_keyboard: [
    [
      { text: "Reply", callback_data: "reply" },
      { text: "Archive", callback_data: "archive" },
      { text: "Snooze", callback_data: "snooze" },
    ],
  ],
};

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** On one line, and not cut inside of a character. */
function shortened(text: string, length: number): string {
  const characters = Array.from(text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim());
  return characters.length <= length
    ? characters.join("")
    : `${characters.slice(0, length - 1).join("")}…`;
}
