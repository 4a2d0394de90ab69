import { ShallowParser } from "#/base/shallow-html.ts";
import {
  blocks,
  grounded,
  letIn,
  paragraphs,
  quoting,
  quotingToTheEnd,
  signing,
  silent,
} from "./elements.ts";
import { aroundMail, isUnseen, type Shown, shownInside } from "./hiding-styles.ts";
import { Cascade, maxClasses, type StyleSheet, weights } from "./style-sheet.ts";
import { attributeColor, type Color } from "./styles/colors.ts";
import { type Declaration, readStyle } from "./styles/declarations.ts";
import type { Element } from "./styles/selectors.ts";

/** A line of a message, and its part according to the markup. */
export interface MailLine {
  text: string;
  part: "own" | "quoted" | "signature";
}

/** The visible text of the HTML, and its tags. */
export interface VisibleText {
  lines: readonly MailLine[];
  /** Tags of visible elements, concatenated. */
  tags: string;
  /** True if not everything was read, so more may be visible. */
  isCut: boolean;
}

/** More elements than any message written for a reader. */
export const limits = { maxElements: 16_000, maxOpen: 500 };
/** Enough tags to characterize the layout of a message. */
const maxTags = 2000;
const maxStyles = 500;
const maxBlank = 4;

interface Open {
  element: Element;
  /** The last child element so far. */
  newest?: Element;
  shown: Shown;
  isSilent: boolean;
  isUnseen: boolean;
  isPre: boolean;
  part: MailLine["part"];
}

type Attributes = Readonly<Record<string, string>>;

const nameless: Element = { name: "", classes: [], id: "" };
const bottom: Open = {
  element: nameless,
  shown: aroundMail,
  isSilent: false,
  isUnseen: false,
  isPre: false,
  part: "own",
};

/** Parses HTML in one pass and collects the visible text. */
export class HtmlReader {
  readonly parser: ShallowParser;
  readonly #rules: StyleSheet;
  readonly #lines: MailLine[] = [];
  readonly #tags = ["<html>"];
  readonly #path: Open[] = [];
  readonly #elements: Element[] = [];
  readonly #styles = new Map<string, readonly Declaration[]>();
  readonly #classes = new Map<string, readonly string[]>();
  readonly #outermost: { newest?: Element } = {};
  #line = "";
  #blank = 0;
  #part: MailLine["part"] = "own";
  #rest: MailLine["part"] | null = null;

  constructor(rules: StyleSheet) {
    this.#rules = rules;
    this.parser = new ShallowParser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (name) => this.#close(name),
        ontext: (text) => this.#read(text),
      },
      limits,
    );
  }

  /** Returns the result; may be called only once. */
  result(): VisibleText {
    this.#endLine();
    const isCut = this.parser.isCut || this.#rules.isCut;
    return { lines: this.#lines, tags: this.#tags.join(""), isCut };
  }

  #open(name: string, attributes: Attributes): void {
    if (blocks.has(name)) this.#endLine();
    else if (name === "td" || name === "th") this.#line += " ";
    if (paragraphs.has(name)) this.#push("");
    const open = this.#opened(name, attributes, this.#path.at(-1) ?? bottom);
    if (quotingToTheEnd.has(attributes["id"] ?? "")) this.#rest = "quoted";
    this.#path.push(open);
    this.#elements.push(open.element);
    const isSeen = !open.isSilent && !open.isUnseen;
    if (isSeen && this.#tags.length < maxTags) this.#tags.push(tagOf(name, attributes));
  }

  #close(name: string): void {
    if (blocks.has(name) && name !== "br") this.#endLine();
    if (paragraphs.has(name)) this.#push("");
    this.#path.pop();
    this.#elements.pop();
  }

  #read(text: string): void {
    const { isSilent, isUnseen: unseen, isPre, part } = this.#path.at(-1) ?? bottom;
    if (isSilent || unseen) return;
    const now = this.#rest ?? part;
    if (now !== this.#part) {
      if (this.#line.trim() !== "") this.#endLine();
      this.#part = now;
    }
    if (!isPre) {
      this.#line += text.includes("\n") ? text.replace(/\s+/g, " ") : text;
      return;
    }
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) this.#endLine();
      this.#line += piece;
    }
  }

  #endLine(): void {
    this.#push(this.#line.replace(/[^\S\n]+/g, " ").trim());
    this.#line = "";
  }

  /** Keeps at most the blank lines that separate two paragraphs: an element without visible content takes no space. */
  #push(text: string): void {
    const part = this.#part;
    this.#blank = text === "" ? this.#blank + 1 : 0;
    if (this.#blank <= maxBlank) this.#lines.push({ text, part });
  }

  #opened(name: string, attributes: Attributes, around: Open): Open {
    const isSilent = around.isSilent || silent.has(name);
    const isPre = around.isPre || name === "pre";
    const named = this.#element(name, attributes);
    const part = partOf(named, around.part);
    // Disallowed elements leave no trace; only the names of the two outermost are kept.
    const isOutermost = name === "html" || name === "body";
    const bare = isOutermost ? { ...nameless, name } : nameless;
    const isBare = isOutermost || !letIn.has(name);
    const element = isBare ? bare : this.#placed(named, attributes, around);
    const shown = isSilent ? around.shown : this.#shown(element, attributes, around.shown);
    const unseen = shown === around.shown ? around.isUnseen : shown.isHidden || isUnseen(shown);
    return { element, shown, isSilent, isUnseen: unseen, isPre, part };
  }

  #shown(element: Element, attributes: Attributes, around: Shown): Shown {
    const { name } = element;
    // A descendant of a hidden element cannot become visible.
    if (name === "" || around.isHidden) return around;
    if (this.#rules.isEmpty && name !== "mark" && isPlain(attributes)) return around;
    const cascade = new Cascade();
    if (name !== "html") hint(name, attributes, cascade);
    this.#rules.declare(element, this.#elements, cascade);
    const { background, style = "" } = attributes;
    if (background) cascade.add(pictureBehind, weights.own);
    if (style !== "" && name !== "html") {
      for (const one of this.#declared(style)) cascade.add(one, weights.own);
    }
    return shownInside(name, cascade, around);
  }

  #element(name: string, { class: written = "", id = "" }: Attributes): Element {
    if (written === "" && id === "") return { name, classes: nameless.classes, id };
    let classes = this.#classes.get(written);
    if (!classes) {
      classes = classesOf(written);
      if (this.#classes.size < maxStyles) this.#classes.set(written, classes);
    }
    return { name, classes, id: asNamed(id) };
  }

  /** Returns the element with the data that only rules need. */
  #placed(element: Element, attributes: Attributes, around: Open): Element {
    if (this.#rules.isEmpty) return element;
    const lies = around === bottom ? this.#outermost : around;
    const placed = { ...element, attributes: Object.keys(attributes), before: lies.newest };
    lies.newest = placed;
    return placed;
  }

  #declared(style: string): readonly Declaration[] {
    const known = this.#styles.get(style);
    if (known) return known;
    const read = readStyle(style);
    if (this.#styles.size < maxStyles) this.#styles.set(style, read);
    return read;
  }
}

function isPlain(attributes: Attributes): boolean {
  for (const _ in attributes) return false;
  return true;
}

function classesOf(written: string): readonly string[] {
  const classes = written.slice(0, 2000).split(/\s+/).filter(Boolean).slice(0, maxClasses);
  return classes.map(asNamed);
}

/** Returns a name as in selectors, which escape such characters. */
function asNamed(name: string): string {
  if (/^[\w-]*$/.test(name)) return name;
  return name.replaceAll(/[^\w\u0080-\uffff-]/g, "\ufffd");
}

/** Adds default styles of browsers, and presentational attributes: any rule overrides them. */
function hint(name: string, attributes: Attributes, cascade: Cascade): void {
  const add = (property: string, value: string): void =>
    cascade.add({ name: property, value, isImportant: false }, weights.hint);
  // Links have a default color.
  if (name === "a" && attributes["href"]) add("color", "#0000ee");
  if (name === "mark") {
    add("color", "black");
    add("background-color", "yellow");
  }
  if (attributes["hidden"] !== undefined && name !== "body") add("display", "none");
  const ink = name === "font" ? attributes["color"] : name === "body" ? attributes["text"] : "";
  const color = ink ? attributeColor(ink) : null;
  if (color) add("color", inCss(color));
  const { bgcolor } = attributes;
  const behind = bgcolor && grounded.has(name) ? attributeColor(bgcolor) : null;
  if (behind) add("background-color", inCss(behind));
}

/** Represents any background image: its pixels are unknown. */
const pictureBehind = { name: "background-image", value: "url()", isImportant: false };

function inCss([red, green, blue]: Color): string {
  return `rgb(${red * 255} ${green * 255} ${blue * 255})`;
}

function partOf({ name, classes, id }: Element, around: MailLine["part"]): MailLine["part"] {
  if (around !== "own") return around;
  if (name === "blockquote") return "quoted";
  if (classes.length === 0 && id === "") return "own";
  const names = [...classes, id];
  if (names.some((it) => quoting.test(it))) return "quoted";
  return names.some((it) => signing.test(it)) ? "signature" : "own";
}

function tagOf(name: string, attributes: Attributes): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${all.join("").slice(0, 500)}>`.replaceAll(/(?<=.)[<>](?=.)/g, " ");
}
