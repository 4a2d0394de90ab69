import { limits } from "@inlet/contract/limits.ts";
import { ShallowParser } from "#/base/shallow-html.ts";

/** A message with more images is not genuine. */
const maxImages = 500;

const sourced = new Set(["img", "source", "input", "video", "image"]);

/**
 * Markers that any HTML with a remote image contains. A style attribute may spell `url(` in character references: only numeric
 * ones and `&lpar;` can encode these characters. With `u`, letters fold as the parser folds them.
 */
const signs = /<(?:img|image|source|input|video)|(?:background|poster|srcset)\s*=|url\(|&#|&lpar/iu;

/** Returns the addresses of all remote images in the HTML, each once, in order, as written there. */
export function remoteImagesOf(html: string): string[] {
  const read = html.slice(0, limits.htmlBytes);
  // Parsing costs far more than this check, and much mail has no image.
  if (!signs.test(read)) return [];
  const found = new Set<string>();
  const add = (address: string | undefined) => {
    const text = address?.trim() ?? "";
    if (/^(https?:)?\/\//i.test(text) && text.length <= 8192 && found.size < maxImages) {
      found.add(text);
    }
  };
  let isStyle = false;
  const parser = new ShallowParser({
    onopentag: (name, attributes) => {
      isStyle = name === "style";
      if (sourced.has(name)) add(attributes["src"]);
      if (name === "image") add(attributes["href"] ?? attributes["xlink:href"]);
      const { background, poster, srcset, style } = attributes;
      if (background) add(background);
      if (poster) add(poster);
      for (const candidate of srcset?.split(/,\s+|,(?=https?:)/) ?? []) {
        add(candidate.trim().split(/\s/)[0]);
      }
      if (style) for (const address of addressesOfStyle(style)) add(address);
    },
    ontext: (text) => {
      if (isStyle) for (const address of addressesOfStyle(text)) add(address);
    },
    onclosetag: () => {
      isStyle = false;
    },
  });
  parser.end(read);
  return [...found];
}

function addressesOfStyle(style: string): string[] {
  if (!/url\(/i.test(style)) return [];
  const matches = style.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]*))/gi);
  return [...matches].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}
