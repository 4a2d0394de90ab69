import type { Attachment } from "@inlet/contract/mail/email.ts";

/** Returns the event of an invitation as a file; undefined if it is not attached. */
export function calendarFile(attachments: readonly Attachment[]): Attachment | undefined {
  return attachments.find(isCalendar);
}

/** Returns the attachments without that file and its copies: an invitation often contains its event twice. */
export function withoutCalendarFile(attachments: readonly Attachment[]): Attachment[] {
  const event = calendarFile(attachments);
  return attachments.filter((file) => !isCalendar(file) || file.size !== event?.size);
}

function isCalendar({ type, filename }: Attachment): boolean {
  return type === "text/calendar" || type === "application/ics" || /\.ics$/i.test(filename);
}
