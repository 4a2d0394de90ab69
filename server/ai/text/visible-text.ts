import { readInTurns, ShallowParser } from "#/base/shallow-html.ts";
import { HtmlReader, limits, type VisibleText } from "./html-reader.ts";
import { readStyleSheet, type StyleSheet } from "./style-sheet.ts";
import { isForScreen } from "./styles/conditions.ts";

/** Maximum length of HTML, in characters. In newsletters of 100,000 characters only about a twentieth is visible text. */
const maxHtmlLength = 1_000_000;
/** HTML of at most this length takes only a few milliseconds. */
const shortHtml = 16 * 1024;
/** Number of cached texts: classification, summary and draft of a new message read the same text. */
const maxKept = 6;
const kept = new Map<string, VisibleText>();

/**
 * Returns the text that a reader of the HTML sees, line by line, as the reader's frame shows it, without anything hidden,
 * commented out or in tooltips.
 */
export function visibleText(html: string): VisibleText {
  const known = kept.get(html);
  if (known) return known;
  const source = html.slice(0, maxHtmlLength);
  const sheets = new SheetReader();
  if (hasSheets(source)) sheets.parser.end(source);
  const reader = new HtmlReader(sheets.result());
  reader.parser.end(source);
  return keep(html, reader.result());
}

/** Reads HTML with pauses for the event loop and caches the result. An error is left to the later caller. */
export async function readAhead(html: string): Promise<void> {
  if (html.length < shortHtml || kept.has(html)) return;
  const source = html.slice(0, maxHtmlLength);
  try {
    const sheets = new SheetReader();
    if (hasSheets(source)) await readInTurns(sheets.parser, source);
    const reader = new HtmlReader(sheets.result());
    await readInTurns(reader.parser, source);
    keep(html, reader.result());
  } catch {
    kept.delete(html);
  }
}

function keep(html: string, { lines, tags, isCut }: VisibleText): VisibleText {
  const read = { lines, tags, isCut: isCut || html.length > maxHtmlLength };
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? "");
  kept.set(html, read);
  return read;
}

function hasSheets(html: string): boolean {
  return /<style/i.test(html);
}

/** Collects the style sheets of a message, which may follow the elements they apply to. */
class SheetReader {
  readonly parser: ShallowParser;
  readonly #sheets: string[] = [];
  #isInside = false;

  constructor() {
    this.parser = new ShallowParser(
      {
        onopentag: (name, { media = "" }) => {
          this.#isInside = name === "style" && isForScreen(media);
        },
        ontext: (text) => {
          if (this.#isInside) this.#sheets.push(text);
        },
        onclosetag: () => {
          this.#isInside = false;
        },
      },
      limits,
    );
  }

  result(): StyleSheet {
    return readStyleSheet(this.#sheets.join("\n"));
  }
}
