import type { Email } from "@inlet/contract/mail/email.ts";
import type { QueryClient } from "@tanstack/react-query";
import { emailQuery } from "#/api/queries.ts";
import { printMail } from "#/features/mail-frame/print-mail.ts";
import { writtenAddresses } from "#/features/reader/message-head.tsx";
import { readerTexts } from "#/features/reader/reader-texts.ts";
import { fullDate } from "#/lib/dates.ts";
import { fileSize } from "#/lib/file-size.ts";

/** Prints an open message, with its header above it and its files below, once all of it is loaded. */
export function printOpenMail(client: QueryClient, emailId: string): void {
  client.ensureQueryData(emailQuery(emailId)).then(
    ({ email }) => printEmail(client, email),
    // The reader shows why it could not be loaded.
    () => undefined,
  );
}

function printEmail(client: QueryClient, email: Email): void {
  const files = email.attachments.filter(({ inline }) => !inline);
  const rows = [
    [readerTexts.from, writtenAddresses(email.fromName, email.fromAddress)],
    [readerTexts.to, writtenAddresses(email.toName, email.toAddress)],
    [readerTexts.cc, email.cc.join(", ")],
    [readerTexts.date, fullDate(email.emailDate)],
  ] as const;
  printMail(client, email, {
    subject: email.subject || readerTexts.noSubject,
    rows: rows.filter(([, value]) => value !== ""),
    filesTitle: readerTexts.attachments(files.length),
    files: files.map(({ filename, size }) => [filename || readerTexts.unnamed, fileSize(size)]),
  });
}
