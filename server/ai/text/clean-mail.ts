import { languageOf } from "./language.ts";
import { joinBrokenLines } from "./paragraphs.ts";
import { markQuotes } from "./quoted-lines.ts";
import { type Sentence, splitSentences } from "./sentences.ts";
import { markSignature } from "./signature-lines.ts";
import { maxLength, visibleCharacters } from "./visible-characters.ts";
import { visibleText } from "./visible-text.ts";
import type { MailLine } from "./html-reader.ts";

/**
 * The sender's text, without quotations and signature. Hidden text, bidi controls, zero-width and tag characters are removed; the
 * text is NFKC-normalized and capped.
 */
export interface CleanMail {
  subject: string;
  own: string;
  quoted: string;
  signature: string;
  sentences: Sentence[];
  /** Two-letter code such as "en"; null below twenty letters. */
  language: string | null;
  /** True if the message was not read completely. */
  isCut: boolean;
}

/**
 * Splits a message into its parts. If there is HTML, only that counts, as in the reader: a differing plain text beside it is
 * never shown. The sender's name, if given, helps to find their signature.
 */
export function cleanMail(mail: {
  subject: string;
  text: string;
  html: string;
  sender?: string;
}): CleanMail {
  const { lines: read, isCut } = linesOf(mail);
  const lines = markSignature(markQuotes(read), visibleCharacters(mail.sender ?? ""));
  const of = (part: MailLine["part"]): string[] =>
    lines.filter((line) => line.part === part).map(({ text }) => text);
  const own = joinBrokenLines(of("own"));
  const language = languageOf(own);
  return {
    subject: visibleCharacters(mail.subject.slice(0, 2000)).replace(/\s+/g, " ").trim(),
    own,
    quoted: joinBrokenLines(of("quoted").map((line) => line.replace(/^(?:\s{0,3}>)+ ?/, ""))),
    signature: joinBrokenLines(of("signature")),
    sentences: splitSentences(own, language),
    language,
    isCut,
  };
}

function linesOf({ text, html }: { text: string; html: string }): {
  lines: MailLine[];
  isCut: boolean;
} {
  const shown = html.trim() === "" ? asLines(text) : visibleText(html);
  const lines: MailLine[] = [];
  // Normalization may lengthen each line, and the cost of all further steps grows with length and number of lines.
  let left = maxLength;
  for (const { text: line, part } of shown.lines) {
    if (left <= 0) return { lines, isCut: true };
    for (const piece of visibleCharacters(line).slice(0, left).split("\n", maxLines)) {
      if (lines.length >= maxLines) return { lines, isCut: true };
      lines.push({ text: piece.trimEnd(), part });
      left -= piece.length;
    }
  }
  return { lines, isCut: shown.isCut };
}

/** More lines than any human writes. */
const maxLines = 20_000;

function asLines(text: string): { lines: MailLine[]; isCut: boolean } {
  const lines = visibleCharacters(text).split("\n", maxLines);
  return {
    lines: lines.map((line) => ({ text: line, part: "own" })),
    isCut: text.length > maxLength,
  };
}
