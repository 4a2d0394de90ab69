import { limits } from "@inlet/contract/limits.ts";
import { readInTurns, ShallowParser } from "#/base/shallow-html.ts";

export interface SafeHtmlOptions {
  /** Content-IDs of the attached images; all other `cid:` images are removed. */
  cids: ReadonlySet<string>;
  /** `written`: HTML from a composer. `quoted`: HTML of received messages, with tables and plain styles. */
  kind: "written" | "quoted";
  /** Keeps remote images. They show their server who opens the message. */
  hasRemoteImages?: boolean;
}

const writtenTags = new Set(
  "p br a strong em u s ul ol li blockquote pre code h1 h2 h3 img".split(" "),
);
const quotedTags = new Set([
  ...writtenTags,
  ..."div span font b i small big sub sup hr table thead tbody tfoot tr td th caption center".split(
    " ",
  ),
  ..."h4 h5 h6 dl dt dd del ins abbr cite q address".split(" "),
]);
/** Canonical tags for equivalents in a composer's HTML. */
const writtenAs: Readonly<Record<string, string>> = {
  b: "strong",
  i: "em",
  del: "s",
  strike: "s",
  div: "p",
  tr: "p",
  h4: "h3",
  h5: "h3",
  h6: "h3",
};
const empty = new Set(["br", "hr", "img"]);
/** Elements whose content is not text for the reader. */
const silent = new Set(
  "script style head title noscript template svg math iframe object embed applet audio video canvas select textarea".split(
    " ",
  ),
);
const blocks = new Set("p ul ol blockquote pre h1 h2 h3 div table".split(" "));

const number = /^\d{1,4}%?$/;
const quotedAttributes: Readonly<Record<string, RegExp>> = {
  align: /^[a-z]{1,10}$/i,
  valign: /^[a-z]{1,10}$/i,
  width: number,
  height: number,
  border: number,
  cellpadding: number,
  cellspacing: number,
  colspan: number,
  rowspan: number,
  size: /^[+-]?\d$/,
  bgcolor: /^#?[0-9a-z]{1,20}$/i,
  color: /^#?[0-9a-z]{1,20}$/i,
  face: /^[\w ,'-]{1,100}$/,
  dir: /^(?:ltr|rtl|auto)$/i,
};
const styleProperty =
  /^(?:color|background-color|font(?:-family|-size|-weight|-style)?|text-align|text-decoration|line-height|vertical-align|white-space|(?:max-|min-)?width|height|(?:padding|margin|border)(?:-[a-z]+){0,2})$/;
// No negative lengths: they would move content over its surroundings.
const styleValue = /^(?!(?:.*[\s,])?-[\d.])(?:[\w\s#.,%'-]|rgba?\([\d\s.,%]+\))+$/is;

/**
 * Returns HTML that is safe to send: only listed elements and attributes are written, everything else is left out or becomes its
 * text. The output is well-formed, so no reader can interpret it in another way.
 */
export async function safeHtml(html: string, options: SafeHtmlOptions): Promise<string> {
  const output: string[] = [];
  const open: string[] = [];
  let hidden = 0;
  const tags = options.kind === "written" ? writtenTags : quotedTags;
  const closeTo = (depth: number) => {
    while (open.length > depth) output.push(`</${open.pop() ?? ""}>`);
  };
  const tagOf = (name: string) => {
    const tag = options.kind === "written" ? (writtenAs[name] ?? name) : name;
    return tags.has(tag) ? tag : undefined;
  };
  const parser = new ShallowParser({
    onopentag(name, attributes) {
      if (silent.has(name)) hidden++;
      const tag = tagOf(name);
      if (hidden > 0) return;
      if (tag === undefined) {
        if (name === "td" || name === "th") output.push(" ");
        return;
      }
      // A paragraph ends where the next block begins (HTML, 13.1.2.4).
      const paragraph = open.lastIndexOf("p");
      if (blocks.has(tag) && paragraph >= 0) closeTo(paragraph);
      if (tag === "img") {
        output.push(image(attributes, options));
        return;
      }
      if (!empty.has(tag) && open.length >= limits.htmlDepth) return;
      output.push(`<${tag}${attributesOf(tag, attributes, options)}>`);
      if (!empty.has(tag)) open.push(tag);
    },
    ontext(text) {
      if (hidden === 0) output.push(escapeHtml(text));
    },
    onclosetag(name) {
      if (silent.has(name) && hidden > 0) hidden--;
      else if (hidden === 0) {
        const tag = tagOf(name);
        const place = tag === undefined || empty.has(tag) ? -1 : open.lastIndexOf(tag);
        if (place >= 0) closeTo(place);
      }
    },
  });
  await readInTurns(parser, html.slice(0, limits.htmlBytes));
  closeTo(0);
  return output.join("");
}

/** Escapes text for HTML, as content or as the value of an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Returns the Content-IDs of the images that HTML shows. */
export async function cidsOf(html: string): Promise<Set<string>> {
  const found = new Set<string>();
  const parser = new ShallowParser({
    onopentag(name, { src }) {
      const cid = name === "img" ? cidOf(src ?? "") : undefined;
      if (cid !== undefined) found.add(cid);
    },
  });
  await readInTurns(parser, html.slice(0, limits.htmlBytes));
  return found;
}

type Attributes = Record<string, string>;

function attributesOf(tag: string, attributes: Attributes, { kind }: SafeHtmlOptions): string {
  const kept: [string, string][] = [];
  const { href, start, style } = attributes;
  if (tag === "a" && href !== undefined && isLink(href)) kept.push(["href", bare(href)]);
  if (tag === "ol" && start !== undefined && /^\d{1,6}$/.test(start)) kept.push(["start", start]);
  if (kind === "quoted") {
    for (const [name, value] of Object.entries(attributes)) {
      if (quotedAttributes[name]?.test(value)) kept.push([name, value]);
    }
    const plain = plainStyle(style ?? "");
    if (plain !== "") kept.push(["style", plain]);
  }
  return kept.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join("");
}

function image(attributes: Attributes, { cids, hasRemoteImages }: SafeHtmlOptions): string {
  const { src = "", alt = "" } = attributes;
  const cid = cidOf(src);
  const isKept =
    cid === undefined ? hasRemoteImages === true && /^https?:\/\//i.test(bare(src)) : cids.has(cid);
  if (!isKept) return escapeHtml(alt);
  const size = (["width", "height"] as const).flatMap((name) => {
    const value = attributes[name] ?? "";
    return number.test(value) ? [` ${name}="${value}"`] : [];
  });
  const source = cid === undefined ? bare(src) : `cid:${encodeURI(cid)}`;
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${size.join("")}>`;
}

function cidOf(src: string): string | undefined {
  const [, written] = /^cid:(.+)$/is.exec(bare(src)) ?? [];
  if (written === undefined) return undefined;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function isLink(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(bare(href));
}

/** Removes spaces and control characters, which readers ignore in an address, even inside its scheme. */
function bare(address: string): string {
  return address.replaceAll(/[\p{Cc}\s]+/gu, "");
}

function plainStyle(style: string): string {
  // Escapes could spell names that are not listed.
  if (style.includes("\\") || style.includes("/*")) return "";
  return style
    .split(";")
    .map((declaration) => {
      const colon = declaration.indexOf(":");
      const name = declaration.slice(0, colon).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      return colon > 0 && styleProperty.test(name) && value.length <= 100 && styleValue.test(value)
        ? `${name}: ${value}`
        : "";
    })
    .filter(Boolean)
    .join("; ");
}
