import { readInTurns, ShallowParser } from "#/base/shallow-html.ts";
import { HtmlReader, limits, type VisibleText } from "./html-reader.ts";
import { readStyleSheet, type StyleSheet } from "./style-sheet.ts";
import { isForScreen } from "./styles/conditions.ts";

/** Newsletters of a hundred thousand characters say a twentieth of them. */
const maxHtmlLength = 1_000_000;
/** What takes no more than a few milliseconds at once. */
const shortHtml = 16 * 1024;
/** A mail that has just come is read for its labels, its summary and an answer to it. */
const mostKept = 6;
const kept = new Map<string, VisibleText>();

/**
 * What someone who looks at the HTML can read, line by line, as the reader's frame shows it. Nothing that is hidden,
 * commented out or only a hint.
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

/**
 * Reads HTML with pauses, in which the thread does what others asked it for; what is then asked of it is known. What
 * cannot be read is left to whoever asks.
 */
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
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? "");
  kept.set(html, read);
  return read;
}

function hasSheets(html: string): boolean {
  return /<style/i.test(html);
}

/** Gathers the style sheets of a mail, which may stand behind what they are about. */
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
