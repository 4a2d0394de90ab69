import { fullDate } from "#/lib/dates.ts";
import { locale } from "#/lib/locale.ts";

/** Texts about messages that API clients want to send. */
export const approvalTexts = {
  one: (program: string, to: string) => `“${program}” wants to send an email to ${to}`,
  many: (count: number) => `${count.toLocaleString(locale)} emails await your approval`,
  review: "Review",
  title: "Waiting for your approval",
  hint: "An app wrote this with one of your API tokens. It is sent only if you approve.",
  asks: (program: string, when: string) => `“${program}” asked on ${when}`,
  expires: (date: string) => `Expires on ${date}`,
  from: "From",
  to: "To",
  cc: "Cc",
  bcc: "Bcc",
  subject: "Subject",
  sendAt: "Send at",
  files: "Files",
  receipt: "Read receipt",
  receiptAsked: "Requested",
  noSubject: "(No Subject)",
  noText: "(No text)",
  letter: (subject: string) => `Email: ${subject}`,
  approve: "Approve and send",
  edit: "Edit first",
  reject: "Reject",
  approved: "Approved. Sending…",
  approvedLater: (iso: string) => `Approved. It will be sent on ${fullDate(iso)}.`,
  rejected: "Rejected. It will not be sent.",
  failed: "That did not work. Please try again.",
  close: "Close",
} as const;
