import { isHarmless } from "./guard.ts";
import { withoutAccents } from "./without-accents.ts";
import type { Words } from "./words.ts";

const maxWords = 14;
const isPlain = /^[\p{L}\p{M}\p{N} ,.:'’/°-]{3,160}$/u;
const hasCapitals = /\p{Lu}{5}/u;
const mark = "\u0001";

/**
 * Returns the requested action from the receiver's point of view: "send me your plan by Friday" becomes "send you my plan by
 * Friday". Returns undefined unless the whole request is plain, harmless, and not about payment, data or approval.
 */
export function promiseIn(
  sentence: string,
  { echo, delicate }: Words,
  isFormal: boolean,
): string | undefined {
  const bare = withoutAccents(sentence);
  for (const { pattern, verbs, isVerbLast, clitic } of echo.asks) {
    const { indices, groups } = pattern.exec(bare) ?? {};
    const [start, end] = indices?.groups?.rest ?? [];
    if (start === undefined || end === undefined) continue;
    const rest = bare.slice(start, end);
    const length = echo.cut.exec(rest)?.index ?? rest.length;
    const asked = sentence.slice(start, start + length).trim();
    if (delicate.test(rest.slice(0, length)) || echo.more.test(rest.slice(length)))
      return undefined;
    const verb = verbs && choose(verbs[groups?.verb?.toLowerCase() ?? ""] ?? "", isFormal);
    if (verb === "" || asked.split(/\s+/).length > maxWords) return undefined;
    const turned = echo.flips.reduce(
      // A marked word was turned already.
      (left, [from, to]) =>
        left.replaceAll(new RegExp(`(?<!${mark})(?:${from})`, "giu"), mark + choose(to, isFormal)),
      asked,
    );
    const unturned = turned.replaceAll(new RegExp(`${mark}[\\p{L}’']+`, "gu"), "");
    if (echo.stop.test(withoutAccents(unturned))) return undefined;
    const isObject = clitic !== "" && groups?.object !== undefined;
    const object = isObject ? `$1${choose(clitic, isFormal)}` : "$&";
    const parts = [
      verb ?? "",
      turned.replaceAll(mark, "").replace(/^(\p{L}+r)e?(?!\p{L})/u, object),
    ];
    const whole = (isVerbLast ? parts.toReversed() : parts).join(" ");
    const promise = whole
      .replaceAll(/\s+/g, " ")
      .trim()
      .replace(new RegExp(echo.joins, "u"), "$1$2");
    return isPlain.test(promise) && !hasCapitals.test(promise) && isHarmless(promise, "")
      ? promise
      : undefined;
  }
  return undefined;
}

/** Returns the text with the form of address that fits: `<du/Sie>` is for people on first-name terms, and others. */
export function choose(text: string, isFormal: boolean): string {
  return text.replaceAll(/<([^/<>]*)\/([^<>]*)>/g, (_, du: string, sie: string) =>
    isFormal ? sie : du,
  );
}
