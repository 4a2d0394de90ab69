/** The filters of a question; "" or false for an absent filter. */
export interface AskedEmails {
  isUnread: boolean;
  isStarred: boolean;
  hasAttachments: boolean;
  from: string;
  to: string;
  folder: string;
  words: readonly string[];
  /** A time as the question expressed it, in lower case. */
  when: string;
}

/** The assistant's own texts. All other text comes from the emails. */
export const answerTexts = {
  nothing: "I found nothing about this in your mail.",
  related: "I found no sentence that answers this. These emails are about it:",
  noModel: "The model did not answer, so this was made on this server without it.",
  nothingFounded:
    "The model's answer was not supported by your mail, so this was made on this server without it.",
  leftOut: "One sentence from the model was left out: not found in your mail.",
  /** A model's sentence that no email supports. */
  unfounded: (text: string) => `${text} (not found in your mail)`,
  suspicious: "One of these emails contains instructions aimed at AI. It was treated as text.",
  relaxed: (reported: string) =>
    `Nothing was found for ${quoted(reported)}, so all times were searched.`,
  unknownRecipient: "No contact with that name.",
  draftReady: (to: string) =>
    `A new email to ${to} is ready to open. Nothing is sent until you send it.`,
  nothingToSay: "This email has no text of its own to summarize.",
  shownBefore: "From the last answer:",
  nothingAsked: "Ask about people, dates, amounts or words in your mail.",
  noSubject: "(No subject)",
  /** "12 unread emails from Anna this week with “budget”." */
  counted: (count: number, isMore: boolean, asked: AskedEmails) =>
    `${isMore ? "More than " : ""}${count === 0 ? "No" : number(count)} ${described(asked, count)}.`,
  /** "12 unread emails from Anna this week, the newest:" */
  listed: (count: number, isMore: boolean, asked: AskedEmails, shown: number) => {
    const all = `${isMore ? "More than " : ""}${number(count)} ${described(asked, count)}`;
    return count > shown ? `${all}, the newest:` : `${all}:`;
  },
  /** States how many emails were searched without a result. */
  lookedThrough: (total: number, filters: string) => {
    const through = `I looked through ${number(total)} ${total === 1 ? "email" : "emails"}`;
    return filters === "" ? `${through}.` : `${through} for: ${filters}.`;
  },
  /** "Anna Berg wrote on 12 November 2026 in “Budget”:" */
  wroteIn: (from: string, date: string, subject: string) =>
    `${from} wrote on ${date}${subject === "" ? "" : ` in ${quoted(subject)}`}:`,
  quoted,
} as const;

function described(asked: AskedEmails, count: number): string {
  return [
    asked.isUnread ? "unread " : "",
    asked.isStarred ? "starred " : "",
    count === 1 ? "email" : "emails",
    asked.hasAttachments ? " with attachments" : "",
    asked.from && ` from ${asked.from}`,
    asked.to && ` to ${asked.to}`,
    asked.folder && ` in ${asked.folder}`,
    asked.words.length > 0 ? ` with ${asked.words.map(quoted).join(", ")}` : "",
    asked.when && ` ${asked.when}`,
  ].join("");
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

function quoted(text: string): string {
  return `“${text}”`;
}
