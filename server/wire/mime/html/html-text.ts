import { limits } from "@inlet/contract/limits.ts";
import { ShallowParser } from "#/base/shallow-html.ts";

const silent = new Set(["script", "style", "head", "title", "noscript", "template", "svg", "math"]);
const blocks = new Set(
  [
    [
      "p",
      "div",
      "br",
      "hr",
      "tr",
      "li",
      "ul",
      "ol",
      "dl",
      "dt",
      "dd",
      "table",
      "blockquote",
      "h1",
      "h2",
      "h3",
    ],
    [
      "h4",
      "h5",
      "h6",
      "pre",
      "section",
      "article",
      "header",
      "footer",
      "address",
      "center",
      "form",
      "fieldset",
      "figure",
      "figcaption",
      "main",
      "nav",
      "aside",
    ],
  ].flat(),
);

/** Returns the text of HTML for search and previews, a line per block. It must never be shown as HTML. */
export function htmlToText(html: string): string {
  const pieces: string[] = [];
  let hidden = 0;
  const parser = new ShallowParser({
    onopentagname: (name) => {
      if (silent.has(name)) hidden++;
      if (blocks.has(name)) pieces.push("\n");
      else if (name === "td" || name === "th") pieces.push(" ");
    },
    onclosetag: (name) => {
      if (silent.has(name) && hidden > 0) hidden--;
      if (blocks.has(name) && name !== "br" && name !== "hr") pieces.push("\n");
    },
    ontext: (text) => {
      if (hidden === 0) pieces.push(text.replace(/\s+/g, " "));
    },
  });
  parser.end(html.slice(0, limits.htmlBytes));
  return pieces
    .join("")
    .split("\n")
    .map((line) => line.replace(/[^\S\n]+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
