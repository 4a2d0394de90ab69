import type { Email } from "@inlet/contract/mail/email.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { fullDate } from "#/lib/dates.ts";

/** Maximum number of quoted lines below a reply; more do not help. */
const maxQuotedLines = 2000;

/** Returns the message as quoted below a reply: its author and date, then its text behind "> ". */
export function quoteOf(email: Quoted): string {
  const lines = linesOf(email);
  // A quoted line gets no space after ">", which is the usual format.
  const quoted = lines.map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()));
  const who = email.fromName[0] ?? email.fromAddress[0] ?? "";
  return [composeTexts.wrote(fullDate(email.emailDate), who), ...quoted].join("\n");
}

/** Returns the message as forwarded: its header fields, then its text. */
export function forwardedOf(email: Quoted & Pick<Email, "subject" | "toAddress">): string {
  const name = email.fromName[0] ?? "";
  const address = email.fromAddress[0] ?? "";
  return [
    composeTexts.forward.mark,
    `${composeTexts.from}: ${name && name !== address ? `${name} <${address}>` : address}`,
    `${composeTexts.forward.date}: ${fullDate(email.emailDate)}`,
    `${composeTexts.subject}: ${email.subject}`,
    `${composeTexts.to}: ${email.toAddress.join(", ")}`,
    "",
    ...linesOf(email),
  ].join("\n");
}

type Quoted = Pick<Email, "emailDate" | "fromName" | "fromAddress" | "bodyPlain">;

function linesOf({ bodyPlain }: Quoted): string[] {
  return bodyPlain.replaceAll("\r\n", "\n").trimEnd().split("\n").slice(0, maxQuotedLines);
}
