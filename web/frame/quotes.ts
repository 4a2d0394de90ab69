import type { ShowMail } from "#/frame/messages.ts";

const quoteSelector =
  ".gmail_quote, .gmail_quote_container, blockquote[type=cite], .yahoo_quoted, .protonmail_quote, .tutanota_quote, " +
  "#divRplyFwdMsg, #appendonsend, .moz-cite-prefix";

const forwarded =
  /^\s*(?:-{2,}\s*)?(?:Forwarded message|Begin forwarded message|Original message)/i;

const attribution =
  /(?:wrote|écrit|schrieb|escribió|ha scritto|escreveu|schreef|skrev|pisze|napisał|пишет|写道|寫道|のメール)(?: [^:]{0,80})? ?[:：] ?$/i;

/** Returns true if a line names the author of the quote below it. */
export function isAttribution(line: string): boolean {
  return attribution.test(line.replaceAll(/\s+/g, " "));
}

/**
 * Marks quotes of earlier messages in a parsed one, and returns the class of the mark. The class is random, and therefore no
 * message can name it.
 */
export function markQuotes(body: HTMLElement): string {
  const mark = `quote-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  for (const quote of body.querySelectorAll(quoteSelector)) {
    if (quote.closest(`.${mark}`)) continue;
    const whole = quote.matches("#divRplyFwdMsg, #appendonsend, .moz-cite-prefix")
      ? restFrom(quote, body.ownerDocument)
      : quote;
    const isForwarded = forwarded.test(whole.textContent ?? "");
    if (isForwarded) continue;
    const withIntro = joinIntro(whole);
    if (hasTextBefore(withIntro, body)) withIntro.classList.add(mark);
  }
  return mark;
}

/** A separate line "On …, X wrote:" before the quote belongs to it. */
function joinIntro(quote: Element): Element {
  const intro = quote.previousElementSibling;
  let before = quote.previousSibling;
  while (before !== intro && before?.textContent?.trim() === "") before = before.previousSibling;
  const words = intro?.textContent?.trim() ?? "";
  if (!intro || before !== intro || words.length > 300 || !isAttribution(words)) return quote;
  const whole = quote.ownerDocument.createElement("div");
  intro.before(whole);
  whole.append(intro, quote);
  return whole;
}

/** Outlook and Thunderbird only put a line before a quote: everything after it belongs to the quote. */
function restFrom(start: Element, document: Document): Element {
  const rest = document.createElement("div");
  start.before(rest);
  let next = rest.nextSibling;
  while (next) {
    const following = next.nextSibling;
    rest.append(next);
    next = following;
  }
  return rest;
}

/** A message that consists only of a quote is shown unchanged. */
function hasTextBefore(quote: Element, body: HTMLElement): boolean {
  const range = body.ownerDocument.createRange();
  range.setStart(body, 0);
  range.setEndBefore(quote);
  return range.toString().trim().length > 0;
}

/** Returns false for a quote that is most of a message whose subject marks no reply: the reader has not seen that text. */
export function repeats({ isReply }: ShowMail, quote: Element, whole: Element): boolean {
  const lengthOf = ({ textContent }: Element): number => textContent.trim().length;
  return isReply || lengthOf(quote) < lengthOf(whole) / 2;
}

/** Folds an element behind a button that shows it again. */
export function foldAway(
  quote: HTMLElement,
  labels: { showQuote: string; hideQuote: string },
): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quote-toggle";
  const set = (isOpen: boolean) => {
    quote.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    const label = isOpen ? labels.hideQuote : labels.showQuote;
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  for (let dot = 0; dot < 3; dot += 1) button.append(document.createElement("i"));
  button.addEventListener("click", () => set(quote.hidden !== false));
  quote.classList.add("folded-quote");
  set(false);
  quote.before(button);
}
