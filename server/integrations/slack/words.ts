import type { PlainTextElement } from "@slack/web-api";

/**
 * Words as Slack shows them as they are: in `plain_text` there are no marks, links, mentions or colons that become
 * pictures. It takes none that are empty.
 */
export function plain(words: string): PlainTextElement {
  return { type: "plain_text", text: words === "" ? " " : words, emoji: false };
}

/** Escapes the one text that Slack always reads as its own markup, in spite of the options: the text of a banner. */
export function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
