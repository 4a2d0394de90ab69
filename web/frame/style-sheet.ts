import { copyDeclarations, type StyleRules } from "#/frame/declarations.ts";

const maxRules = 5000;

/**
 * Returns the harmless rules of a message's `<style>` elements, restricted to `scope`. A constructed sheet loads nothing (CSSOM,
 * 2.2: `@import` is ignored in it), and only rules copied here ever apply.
 */
export function filterSheet(text: string, scope: string, rules: StyleRules): CSSStyleSheet {
  const from = new CSSStyleSheet();
  const to = new CSSStyleSheet();
  // Messages hide styles inside HTML comments from clients of the 1990s.
  from.replaceSync(text.replaceAll(/<!--|-->/g, " "));
  let left = maxRules;
  const copy = (list: CSSRuleList, into: CSSStyleSheet | CSSMediaRule) => {
    for (const rule of list) {
      left -= 1;
      if (left < 0) return;
      if (rule instanceof CSSStyleRule) copyRule(rule, into, scope, rules);
      else if (rule instanceof CSSMediaRule) {
        const media = mediaOf(rule, rules.isDark);
        if (media) copy(rule.cssRules, media(into));
      } else if (rule instanceof CSSSupportsRule && CSS.supports(rule.conditionText)) {
        copy(rule.cssRules, into);
      }
    }
  };
  copy(from.cssRules, to);
  return to;
}

/** Opens the same media block in the new sheet; returns null if it queries anything but the theme and the size of the page. */
function mediaOf(
  rule: CSSMediaRule,
  isDark: boolean,
): ((into: CSSStyleSheet | CSSMediaRule) => CSSMediaRule) | null {
  const text = withTheme(rule.media.mediaText, isDark);
  if (!/^[\w\s.,:()<>=/-]*$/.test(text) || /prefers-|url|device-pixel/i.test(text)) return null;
  return (into) => {
    const index = into.insertRule(`@media ${text} {}`, into.cssRules.length);
    const opened = into.cssRules[index];
    if (!(opened instanceof CSSMediaRule))
      throw new Error("A media rule was read as another kind.");
    return opened;
  };
}

/** Replaces each query for the theme with one that always has the result of the app's theme. */
function withTheme(media: string, isDark: boolean): string {
  const always = "(min-width: 0px)";
  const never = "(max-width: 0px)";
  return media
    .replaceAll(/\(prefers-color-scheme: dark\)/gi, isDark ? always : never)
    .replaceAll(/\(prefers-color-scheme: light\)/gi, isDark ? never : always);
}

function copyRule(
  rule: CSSStyleRule,
  into: CSSStyleSheet | CSSMediaRule,
  scope: string,
  rules: StyleRules,
): void {
  const selectors = splitSelectors(rule.selectorText).flatMap((one) => scoped(one, scope) ?? []);
  if (selectors.length === 0) return;
  const index = into.insertRule(`${selectors.join(",")} {}`, into.cssRules.length);
  const copied = into.cssRules[index];
  if (copied instanceof CSSStyleRule) copyDeclarations(rule.style, copied.style, rules);
}

/** Selectors whose cost is quadratic in the size of the message. No mail client supports them. */
const costly = /:has\(|:nth-[\w-]+\([^()]*\sof\s/i;

/**
 * Returns one selector inside the scope. `html` and `body` become the elements that replace them. A selector that compares an
 * attribute's value could leak the value, and is dropped.
 */
function scoped(selector: string, scope: string): string | null {
  if (/\[[^[\]]*=/.test(selector) || /[\\<>]{2}|\{|\}|:host|::part|::slotted/.test(selector))
    return null;
  if (costly.test(selector) || !CSS.supports(`selector(${selector})`)) return null;
  const inside = selector
    .replaceAll(/(^|[\s>+~(,])(?:html|:root)(?![\w-])/gi, "$1.mail-html")
    .replaceAll(/(^|[\s>+~(,])body(?![\w-])/gi, "$1.mail-body");
  return `${scope} ${inside}`;
}

/** Splits at the commas between selectors, not at those inside brackets or strings. */
function splitSelectors(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\\") at += 1;
    else if (quote) quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "(" || char === "[") depth += 1;
    else if (char === ")" || char === "]") depth -= 1;
    else if (char === "," && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(text.slice(from).trim());
  return parts;
}
