import type { PlainTextElement } from "@slack/web-api";

/**
 * Returns a text that Slack shows unchanged: `plain_text` has no markup, links, mentions or emoji codes. It must not be empty.
 */
export function plain(words: string): PlainTextElement {
  return { type: "plain_text", text: words === "" ? " " : words, emoji: false };
}

/** Escapes the one text that Slack always reads as its own markup, in spite of the options: the text of a banner. */
export function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
