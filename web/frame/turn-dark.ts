import { type Color, darkSurface, readColor } from "#/frame/colors.ts";
import { darkGround, darkLine, inkOn, isLight, laidOn } from "#/frame/dark-colors.ts";

/** More elements than this would cause a noticeable delay. */
const maxElements = 6000;
/** Size below which a picture is a spacer or similar: the background behind it is not visible. */
const leastPicturePx = 8;
const sides = ["top", "right", "bottom", "left"] as const;

/** Background of text; null on a picture, whose colors are unknown. */
type Ground = { color: Color; isTurned: boolean } | null;

interface Looked {
  element: HTMLElement;
  ground: Color | null;
  hasPicture: boolean;
  ink: Color | null;
  hasText: boolean;
  hasShadow: boolean;
  lines: (Color | null)[];
}

/**
 * Turns a message dark: light backgrounds become dark, dark text becomes light, and pictures stay unchanged. It reads the
 * computed styles of the sanitized message and writes only colors that it computes. Returns false, without a change, if the
 * message is too unusual for that.
 *
 * `isOwn`: the message has dark styles. Then its backgrounds are kept, unless they stayed light.
 */
export function turnDark(root: HTMLElement, { isOwn }: { isOwn: boolean }): boolean {
  const elements = [root, ...root.querySelectorAll<HTMLElement>("*")].filter(
    (element) => !element.closest(".quote-toggle, .blocked-image"),
  );
  if (elements.length > maxElements) return false;
  // All reads come before all writes, or each read would recompute the styles.
  const seen = elements.map(look);
  const keepsGrounds = isOwn && !isMostlyLight(root, seen);
  const grounds = new Map<Element, Ground>();
  const inks = new Map<HTMLElement, Color>();
  let onPictures = 0;
  let letters = 0;
  for (const one of seen) {
    const behind = grounds.get(one.element.parentElement ?? root);
    const below = behind === undefined ? { color: darkSurface, isTurned: true } : behind;
    const ground = groundOf(one, below, keepsGrounds);
    grounds.set(one.element, ground);
    if (!one.hasText || !one.ink) continue;
    letters += 1;
    if (ground) inks.set(one.element, inkOn(ground, laidOn(one.ink, ground.color)));
    else {
      onPictures += 1;
      inks.set(one.element, one.ink);
    }
  }
  if (onPictures > letters / 2) return false;
  for (const one of seen) paint(one, grounds.get(one.element) ?? null, inks, keepsGrounds);
  for (const image of root.querySelectorAll("img")) {
    if (grounds.get(image)?.isTurned) layPlate(image);
  }
  return true;
}

function look(element: HTMLElement): Looked {
  const style = getComputedStyle(element);
  const ground = readColor(style.backgroundColor);
  const hasLine = (side: string) => style.getPropertyValue(`border-${side}-width`) !== "0px";
  return {
    element,
    ground: ground && ground[3] > 0.02 ? ground : null,
    hasPicture: style.backgroundImage !== "none",
    ink: readColor(style.color),
    hasText: style.display === "list-item" || [...element.childNodes].some(isText),
    hasShadow: style.textShadow !== "none",
    lines: sides.map((side) =>
      hasLine(side) ? readColor(style.getPropertyValue(`border-${side}-color`)) : null,
    ),
  };
}

function isText(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== "";
}

function groundOf(one: Looked, below: Ground, keepsGrounds: boolean): Ground {
  if (one.hasPicture) return null;
  if (!one.ground) return below;
  if (keepsGrounds) {
    return { color: laidOn(one.ground, below?.color ?? darkSurface), isTurned: false };
  }
  const turned = darkGround(one.ground);
  // Half transparent on a picture: the color is still unknown.
  if (!below && one.ground[3] < 0.9) return null;
  return { ...turned, color: laidOn(turned.color, below?.color ?? darkSurface) };
}

/** Returns true if a message that claims to support dark themes is still a light sheet. */
function isMostlyLight(root: HTMLElement, seen: readonly Looked[]): boolean {
  const whole = areaOf(root);
  return seen.some(
    ({ element, ground, hasPicture }) =>
      ground && !hasPicture && isLight(ground) && areaOf(element) > whole / 2,
  );
}

function areaOf(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
}

function paint(
  { element, ground, hasPicture, hasShadow, lines }: Looked,
  behind: Ground,
  inks: ReadonlyMap<HTMLElement, Color>,
  keepsGrounds: boolean,
): void {
  const set = (name: string, color: Color) =>
    element.style.setProperty(name, written(color), "important");
  const ink = inks.get(element);
  if (ink) set("color", ink);
  if (keepsGrounds) return;
  if (ink && hasShadow && behind?.isTurned) {
    element.style.setProperty("text-shadow", "none", "important");
  }
  if (ground && !hasPicture) set("background-color", darkGround(ground).color);
  for (const [at, line] of lines.entries()) {
    if (line) set(`border-${sides[at] ?? "top"}-color`, darkLine(line));
  }
}

/** Transparent parts of a picture were drawn for a light sheet. The plate is not visible behind an opaque one. */
function layPlate(image: HTMLImageElement): void {
  const lay = () => {
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width < leastPicturePx || height < leastPicturePx) return;
    image.classList.add("plate");
  };
  if (image.complete) lay();
  else image.addEventListener("load", lay, { once: true });
}

function written([red, green, blue, alpha]: Color): string {
  const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
  return `rgb(${percent(red)} ${percent(green)} ${percent(blue)} / ${alpha})`;
}
