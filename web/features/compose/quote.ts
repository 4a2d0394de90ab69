import { composeTexts } from "#/features/compose/compose-texts.ts";

/** What of a mail is repeated below its answer; longer ones help nobody. */
const maxQuotedLines = 2000;

/** The mail as quoted below an answer: who wrote it when, then its text behind "> ". */
export function quoteOf(email: { when: string; who: string; text: string }): string {
  const lines = email.text.replaceAll("\r\n", "\n").trimEnd().split("\n").slice(0, maxQuotedLines);
  // A line that is quoted already gets no blank in between, as people are used to see it.
  const quoted = lines.map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()));
  return [composeTexts.wrote(email.when, email.who), ...quoted].join("\n");
}

/** The content that is sent: the answer, and below it the quoted mail. */
export function withQuote(answer: string, quote: string): string {
  return `${answer.trim()}\n\n${quote}\n`;
}
