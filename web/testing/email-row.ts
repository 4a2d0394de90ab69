import { EmailRow } from "@inlet/contract/mail/email.ts";

/** Returns a message of a list; properties that a test does not set are empty. */
export function aRow(id: string, more: Partial<EmailRow> = {}): EmailRow {
  return EmailRow.parse({
    id,
    accountId: "a",
    threadId: "t",
    fromName: [],
    fromAddress: [],
    toName: [],
    toAddress: [],
    subject: "",
    bodyPlain: "",
    emailDate: "2026-11-21T00:00:00.000Z",
    flags: [],
    category: null,
    priority: null,
    summary: null,
    tags: [],
    hasAttachments: false,
    snoozedUntil: null,
    returnedAt: null,
    isMuted: false,
    ...more,
  });
}
