import { languageOf } from "#/frame/language.ts";
import { linkify } from "#/frame/linkify.ts";
import type { ShowMail } from "#/frame/messages.ts";
import { foldAway, isAttribution, repeats } from "#/frame/quotes.ts";
import { reflow } from "#/frame/reflow.ts";
import { signatureClass } from "#/frame/signature.ts";

/** The line above a signature (RFC 3676, 4.3); some programs remove its space. */
const signatureLine = /^-- ?$/;
/** More lines are not a signature. */
const maxSignatureLines = 16;

interface Block {
  isQuote: boolean;
  lines: string[];
}

/** Returns a plain text message as nodes: paragraphs, links, and folded quotes. */
export function showText(mail: ShowMail): Node {
  const place = document.createElement("div");
  place.className = "mail-text";
  place.dir = "auto";
  place.lang = languageOf(mail.text);
  const blocks = splitQuotes(mail.text.replaceAll(/\r\n?/g, "\n").trimEnd());
  for (const [index, block] of blocks.entries()) {
    const isLast = blocks.slice(index + 1).every(({ lines }) => lines.join("").trim() === "");
    const isFirst = blocks.slice(0, index).every(({ lines }) => lines.join("").trim() === "");
    const element = block.isQuote ? quoted(block.lines) : written(block.lines);
    place.append(element);
    const isRepeated = block.isQuote && isLast && !isFirst && repeats(mail, element, place);
    if (isRepeated) foldAway(element, mail.labels);
  }
  return place;
}

/** Splits the text into written and quoted blocks. The attribution line belongs to the quote. */
function splitQuotes(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    const isQuote = line.startsWith(">");
    if (last?.isQuote === isQuote) last.lines.push(line);
    else
      blocks.push({
        isQuote,
        lines: [...(isQuote && last ? takeAttribution(last.lines) : []), line],
      });
  }
  return blocks;
}

/** Removes "On …, X wrote:" (which may be broken over two lines) from the end of the written lines. */
function takeAttribution(lines: string[]): string[] {
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === "") end -= 1;
  if (!isAttribution(lines[end - 1] ?? "")) return [];
  const isBroken = !/^(?:On|Le|Am|El|Il|Em|Op|Den|W dniu|\d)/i.test(lines[end - 1] ?? "");
  return lines.splice(end - (isBroken && end > 1 ? 2 : 1));
}

function written(lines: string[]): HTMLElement {
  const element = document.createElement("div");
  const at = lines.findLastIndex((line) => signatureLine.test(line));
  const isSigned = at >= 0 && lines.length - at <= maxSignatureLines;
  const own = isSigned ? lines.slice(0, at) : lines;
  element.append(linkify(reflow(own.join("\n")), document));
  if (isSigned) {
    const signature = document.createElement("div");
    signature.className = signatureClass;
    signature.append(linkify(lines.slice(at).join("\n"), document));
    element.append(signature);
  }
  return element;
}

/** Indents quotes inside quotes, one step for each ">". */
function quoted(lines: string[]): HTMLElement {
  const element = document.createElement("div");
  const levels: HTMLElement[] = [element];
  for (const line of lines) {
    const marks = /^(?:> ?)*/.exec(line)?.[0] ?? "";
    const depth = Math.min(marks.replaceAll(" ", "").length, 8);
    while (levels.length - 1 > depth) levels.pop();
    while (levels.length - 1 < depth) {
      const deeper = document.createElement("blockquote");
      levels.at(-1)?.append(deeper);
      levels.push(deeper);
    }
    levels.at(-1)?.append(linkify(line.slice(marks.length), document), "\n");
  }
  return element;
}
