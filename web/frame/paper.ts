import { isBlank, isNeutral, readColor } from "#/frame/colors.ts";

const maxColors = 3;

/**
 * Returns true if a message is only text with a little emphasis: no colored backgrounds and at most three colors. It is shown on
 * the app's own surface; any other one was designed for white paper.
 */
export function isTextLike(mail: Document, style: string): boolean {
  if (style.split(/[;}]/).some(hasPictureBehind)) return false;
  if (mail.querySelector("[background]")) return false;
  const inks = new Set<string>();
  const isPlain = [...grounds(mail), ...backgroundsOf(style)].every((text) => {
    const color = readColor(text);
    return !color || isBlank(color);
  });
  if (!isPlain) return false;
  for (const text of [...colorsOf(style), ...colors(mail)]) {
    const color = readColor(text);
    if (color && !isNeutral(color)) inks.add(color.join());
    if (inks.size > maxColors) return false;
  }
  return true;
}

function hasPictureBehind(declaration: string): boolean {
  const at = declaration.search(/background/i);
  return at >= 0 && /(?:url|gradient)\s*\(/i.test(declaration.slice(at));
}

function* grounds(mail: Document): Iterable<string> {
  for (const element of mail.querySelectorAll("[bgcolor]"))
    yield element.getAttribute("bgcolor") ?? "";
  for (const element of mail.querySelectorAll<HTMLElement>("[style]")) {
    yield element.style.backgroundColor;
    if (element.style.backgroundImage !== "none" && element.style.backgroundImage) yield "black";
  }
}

function* colors(mail: Document): Iterable<string> {
  for (const element of mail.querySelectorAll("font[color]"))
    yield element.getAttribute("color") ?? "";
  for (const element of mail.querySelectorAll<HTMLElement>("[style]")) yield element.style.color;
}

function backgroundsOf(style: string): string[] {
  return [...style.matchAll(/background(?:-color)?\s*:\s*([^;}!]*)/gi)].map(([, value = ""]) =>
    value.trim(),
  );
}

function colorsOf(style: string): string[] {
  return [...style.matchAll(/(?:^|[\s;{])color\s*:\s*([^;}!]*)/gi)].map(([, value = ""]) =>
    value.trim(),
  );
}
