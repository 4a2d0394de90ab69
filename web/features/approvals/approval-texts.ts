import { fullDate } from "#/lib/dates.ts";
import { locale } from "#/lib/locale.ts";

/** Every sentence about what programs want to send, spelled once. */
export const approvalTexts = {
  one: (program: string, to: string) => `“${program}” asks to send an email to ${to}`,
  many: (count: number) => `${count.toLocaleString(locale)} emails of programs wait for you`,
  review: "Review",
  title: "Waiting for your approval",
  hint: "A program wrote this with one of your API tokens. It leaves only if you approve it.",
  asks: (program: string, when: string) => `“${program}” asked on ${when}`,
  expires: (date: string) => `Refused by itself on ${date}`,
  from: "From",
  to: "To",
  cc: "Cc",
  bcc: "Bcc",
  subject: "Subject",
  sendAt: "Send at",
  files: "Files",
  receipt: "Read receipt",
  receiptAsked: "Asks its readers for one",
  noSubject: "(No Subject)",
  noText: "(No text)",
  letter: (subject: string) => `Email: ${subject}`,
  approve: "Approve and send",
  edit: "Edit first",
  reject: "Reject",
  approved: "Approved. It is on its way.",
  approvedLater: (iso: string) => `Approved. It will be sent on ${fullDate(iso)}.`,
  rejected: "Rejected. It is not sent.",
  failed: "That did not work. Please try again.",
  close: "Close",
} as const;
