import { ShallowParser } from "#/base/shallow-html.ts";
import {
  isHiding,
  isUnseen,
  plainColor,
  readDeclarations,
  shownInside,
  usualSize,
} from "./hiding-styles.ts";
import type { Shown } from "./hiding-styles.ts";
import { maxClasses, readStyleSheet } from "./style-sheet.ts";
import type { Element, StyleSheet } from "./style-sheet.ts";

/** A line of a mail, and what its markup says it is. */
export interface MailLine {
  text: string;
  part: "own" | "quoted" | "signature";
}

const silent = new Set(
  "script style head title noscript noframes template svg math object iframe applet select textarea option audio video canvas".split(
    " ",
  ),
);
const blocks = new Set(
  "p div br hr tr li ul ol dl dt dd table blockquote h1 h2 h3 h4 h5 h6 pre section article header footer address center form fieldset figure figcaption main nav aside body".split(
    " ",
  ),
);
const paragraphs = new Set("p h1 h2 h3 h4 h5 h6 ul ol table blockquote hr pre".split(" "));
/** How mail programs mark what they quote, beside the element blockquote. */
const quoting =
  /^(?:gmail_quote(?:_container)?|gmail_extra|yahoo_quoted|moz-cite-prefix|protonmail_quote|tutanota_quote|zmail_extra|divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|isForwardContent|isReplyContent|mail-editor-reference-message-container)$/;
/** From here to the end it is the mail that is answered. */
const quotingToTheEnd = new Set(["divRplyFwdMsg", "appendonsend"]);
const signing =
  /^(?:gmail_signature|moz-signature|Signature|ms-outlook-mobile-signature|protonmail_signature_block|AppleMailSignature|lineBreakAtBeginningOfSignature|yahoo_signature|signature)$/;

/** More than any mail has that was made to be read. */
const limits = { maxElements: 8000, maxOpen: 500 };
/** Newsletters of a hundred thousand characters say a twentieth of them. */
export const maxHtmlLength = 250_000;

interface Open extends Element, Shown {
  isHidden: boolean;
  isUnseen: boolean;
  isPre: boolean;
  part: MailLine["part"];
}

const bottom: Open = {
  name: "",
  classes: [],
  id: "",
  color: "#000000",
  background: "#ffffff",
  fontSize: usualSize,
  isInvisible: false,
  isHidden: false,
  isUnseen: false,
  isPre: false,
  part: "own",
};

/**
 * What someone who looks at the HTML can read, line by line. Nothing that is hidden, commented out or only a hint.
 * `onShown` hears of each element that is not hidden.
 */
export function visibleText(
  html: string,
  onShown?: (name: string, attributes: Readonly<Record<string, string>>) => void,
): MailLine[] {
  const source = html.slice(0, maxHtmlLength);
  const rules = readStyleSheet(styleSheetsOf(source));
  const lines: MailLine[] = [];
  let line = "";
  let part: MailLine["part"] = "own";
  let rest: MailLine["part"] | null = null;
  const path: Open[] = [];
  const endLine = (): void => {
    lines.push({ text: line.replace(/[^\S\n]+/g, " ").trim(), part });
    line = "";
  };

  const parser = new ShallowParser(
    {
      onopentag: (name, attributes) => {
        if (blocks.has(name)) endLine();
        else if (name === "td" || name === "th") line += " ";
        if (paragraphs.has(name)) lines.push({ text: "", part });
        const around = path.at(-1) ?? bottom;
        const open = openElement(name, attributes, around, path, rules);
        if (quotingToTheEnd.has(open.id)) rest = "quoted";
        path.push(open);
        if (!open.isHidden && !open.isUnseen) onShown?.(name, attributes);
      },
      onclosetag: (name) => {
        if (blocks.has(name) && name !== "br") endLine();
        if (paragraphs.has(name)) lines.push({ text: "", part });
        path.pop();
      },
      ontext: (text) => {
        const { isHidden, isUnseen: unseen, isPre, part: inside } = path.at(-1) ?? bottom;
        if (isHidden || unseen) return;
        const now = rest ?? inside;
        if (now !== part) {
          if (line.trim() !== "") endLine();
          part = now;
        }
        if (!isPre && !text.includes("\n")) line += text;
        else if (!isPre) line += text.replace(/\s+/g, " ");
        else {
          for (const [index, piece] of text.split("\n").entries()) {
            if (index > 0) endLine();
            line += piece;
          }
        }
      },
    },
    limits,
  );
  parser.end(source);
  endLine();
  return lines;
}

function openElement(
  name: string,
  attributes: Record<string, string>,
  around: Open,
  path: readonly Open[],
  rules: StyleSheet,
): Open {
  const element: Element = {
    name,
    classes: classesOf(attributes["class"]),
    id: attributes["id"] ?? "",
  };
  const style = rules.declarationsFor(element, path);
  for (const [key, value] of readDeclarations(attributes["style"] ?? "")) style.set(key, value);
  const { color, bgcolor, background } = attributes;
  const isPainted = Boolean(color || bgcolor || background);
  const ground: Shown = isPainted
    ? {
        ...around,
        color: plainColor(color ?? "") || around.color,
        background: background ? "picture" : plainColor(bgcolor ?? "") || around.background,
      }
    : around;
  const inside = shownInside(style, ground);
  return {
    ...element,
    color: inside.color,
    background: inside.background,
    fontSize: inside.fontSize,
    isInvisible: inside.isInvisible,
    isHidden:
      around.isHidden ||
      silent.has(name) ||
      attributes["hidden"] !== undefined ||
      (name === "font" && /^0|^-[1-9]\d/.test(attributes["size"] ?? "")) ||
      isHiding(style),
    isUnseen: inside === around ? around.isUnseen : isUnseen(inside),
    isPre: around.isPre || name === "pre",
    part: partOf(element, around.part),
  };
}

function classesOf(written = ""): readonly string[] {
  if (written === "") return none;
  return written.slice(0, 2000).split(/\s+/).filter(Boolean).slice(0, maxClasses);
}

const none: readonly string[] = [];

function partOf({ name, classes, id }: Element, around: MailLine["part"]): MailLine["part"] {
  if (around !== "own") return around;
  if (classes.length === 0 && id === "") return name === "blockquote" ? "quoted" : "own";
  const names = [...classes, id];
  if (name === "blockquote" || names.some((it) => quoting.test(it))) return "quoted";
  return names.some((it) => signing.test(it)) ? "signature" : "own";
}

function styleSheetsOf(html: string): string {
  const sheets: string[] = [];
  let isInside = false;
  const parser = new ShallowParser(
    {
      onopentagname: (name) => {
        isInside = name === "style";
      },
      ontext: (text) => {
        if (isInside) sheets.push(text);
      },
      onclosetag: () => {
        isInside = false;
      },
    },
    limits,
  );
  if (/<style/i.test(html)) parser.end(html);
  return sheets.join("");
}
