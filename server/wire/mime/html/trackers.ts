import { limits } from "@inlet/contract/limits.ts";
import { ShallowParser } from "#/base/shallow-html.ts";

/** Paths and hosts by which common bulk mailers track that a message was opened. */
const known = [
  /\/(?:track|trk|tracking|wf)\/open\b/i,
  /\/open\.(?:aspx|gif|html|php|png)\b/i,
  /\/(?:e|t|o)\/(?:o|open|to|eo)\b[/?]/i,
  /\/(?:pixel|beacon|spacer-?track|1x1|blank-?track)(?:\.(?:gif|png))?(?:[/?]|$)/i,
  /\/(?:mail|email)?(?:-|_)?open(?:ed)?(?:-|_)?(?:tracking|tracker|pixel)\b/i,
  /^(?:https?:)?\/\/(?:www\.)?google-analytics\.com\//i,
  /^(?:https?:)?\/\/[^/]*\b(?:list-manage\.com|mailchimp\.com)\/track\//i,
  /^(?:https?:)?\/\/(?:pixel|track(?:ing)?|trk|open|beacon)\d*\.[^/]+\//i,
];

/** Returns the image addresses in the HTML that track the reader and show nothing. */
export function trackersOf(html: string, sources: readonly string[]): Set<string> {
  const found = new Set(sources.filter((source) => known.some((pattern) => pattern.test(source))));
  const remote = new Set(sources);
  const parser = new ShallowParser({
    onopentag: (name, attributes) => {
      const source = attributes["src"]?.trim();
      if (name === "img" && source && remote.has(source) && isUnseen(attributes)) found.add(source);
    },
  });
  parser.end(html.slice(0, limits.htmlBytes));
  return found;
}

/** Returns true for at most two pixels in both directions, by its attributes or by its style. */
function isUnseen(attributes: Readonly<Record<string, string | undefined>>): boolean {
  const style = attributes["style"] ?? "";
  const size = (name: "width" | "height") => {
    const written = new RegExp(
      `(?:^|[;\\s])${name}\\s*:\\s*(\\d+(?:\\.\\d+)?)(?:px)?\\s*(?:!|;|$)`,
      "i",
    );
    return Number.parseFloat(written.exec(style)?.[1] ?? attributes[name] ?? "");
  };
  const isPercent = [attributes["width"], attributes["height"]].some((text) => text?.includes("%"));
  return !isPercent && size("width") <= 2 && size("height") <= 2;
}
