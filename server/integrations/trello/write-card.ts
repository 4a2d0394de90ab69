import { inLines, onOneLine, unlinked } from "#/integrations/core/foreign-text.ts";
import { originOf, type ToSave } from "#/integrations/core/saving.ts";

const nameLength = 500;
const summaryLength = 2000;
const quoteLength = 600;

/** Name of a card's checklist, by which it is also found. */
export const checklistName = "From the email";

/**
 * Writes a message as a card. Trello interprets Markdown, mentions and addresses everywhere. They are removed from untrusted
 * text, so the only link opens the message in Inlet.
 */
export function writeCard({ message, title, due }: ToSave) {
  const summary = inLines(message.summary, summaryLength);
  const quote = inLines(message.preview, quoteLength);
  const desc = [
    asText(onOneLine(originOf(message), nameLength)),
    ...(summary === "" ? [] : [asText(summary)]),
    ...(quote === "" ? [] : [asText(quote).replaceAll(/^/gm, "> ")]),
    `[Open in Inlet](${message.url})`,
  ].join("\n\n");
  return {
    name: withoutAddresses(onOneLine(title, nameLength)) || "Email",
    desc,
    // At 10:00 UTC it is the same date from Hawaii to Auckland.
    due: due === "" ? null : `${due}T10:00:00.000Z`,
  };
}

/** Returns an entry of the checklist. */
export function writeItem(item: string): string {
  return asText(onOneLine(item, nameLength));
}

/** Escapes a text, so Markdown shows it unchanged. */
function asText(words: string): string {
  return unlinked(words.replaceAll(/[\\`*_{}[\]()#+\-!|<>~=^]/g, String.raw`\$&`)).replaceAll(
    /^([^\S\r\n\u2028\u2029]*\d+)(?=[.)])/gm,
    "$1\u2060",
  );
}

/** Breaks up addresses in the name of a card: it is not Markdown, but they become links. The name is one line already. */
function withoutAddresses(words: string): string {
  const isAddress = /:\/\/|@|[\p{L}\p{N}][.。．｡]\p{L}{2}/u;
  return words
    .split(" ")
    .map((word) => (isAddress.test(word) ? unlinked(word) : word))
    .join(" ");
}
