const name = "passage";

/**
 * Highlights a passage of the message, and returns its distance from the top, or null if it is not found. If the passage is only
 * in a collapsed quote, the quote is expanded.
 */
export function markPassage(place: HTMLElement, passage: string): number | null {
  // Browsers without highlights show the message unchanged.
  if (!("highlights" in CSS)) return null;
  CSS.highlights.delete(name);
  const range = rangeOf(place, passage, false) ?? rangeOf(place, passage, true);
  if (!range) return null;
  unfold(range.startContainer);
  unfold(range.endContainer);
  CSS.highlights.set(name, new Highlight(range));
  return range.getBoundingClientRect().top + scrollY;
}

/** Returns the range of a text among the visible ones, or also in collapsed quotes, independent of white space. */
function rangeOf(place: HTMLElement, passage: string, isWithFolded: boolean): Range | null {
  if (!isWithFolded) return shownRange(place, passage);
  // Search with the quotes expanded: nothing is painted before they are restored.
  const folded = [...place.querySelectorAll<HTMLElement>(".folded-quote[hidden]")];
  for (const quote of folded) quote.hidden = false;
  try {
    return shownRange(place, passage);
  } finally {
    for (const quote of folded) quote.hidden = true;
  }
}

function shownRange(place: HTMLElement, passage: string): Range | null {
  const wanted = Array.from(passage, bare).join("");
  if (wanted === "") return null;
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  /** For each character: the index of its text node, and its start and end in that node. */
  const nodes: Text[] = [];
  const places: number[] = [];
  const pieces: string[] = [];
  const isShown = new Map<Element, boolean>();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!(node instanceof Text) || !isRead(node, isShown)) continue;
    const at = nodes.push(node) - 1;
    let offset = 0;
    for (const letter of node.data) {
      const end = offset + letter.length;
      const letters = bare(letter);
      for (let each = 0; each < letters.length; each += 1) places.push(at, offset, end);
      if (letters !== "") pieces.push(letters);
      offset = end;
    }
  }
  const found = pieces.join("").indexOf(wanted);
  if (found < 0) return null;
  const last = (found + wanted.length - 1) * 3;
  const [start, end] = [nodes[places[found * 3] ?? 0], nodes[places[last] ?? 0]];
  if (!start || !end) return null;
  const range = document.createRange();
  range.setStart(start, places[found * 3 + 1] ?? 0);
  range.setEnd(end, places[last + 2] ?? 0);
  return range;
}

/** Returns true if the text is visible. Hidden text often repeats the message's own where it cannot be seen. */
function isRead(node: Text, known: Map<Element, boolean>): boolean {
  const around = node.parentElement;
  if (!around) return false;
  const before = known.get(around);
  if (before !== undefined) return before;
  const is = around.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  known.set(around, is);
  return is;
}

/** Expands the quote around a node with its button, which precedes it. */
function unfold(place: Node): void {
  const quote = place.parentElement?.closest(".folded-quote[hidden]");
  const button = quote?.previousElementSibling;
  if (button instanceof HTMLButtonElement) button.click();
}

/**
 * Returns a character in its decomposed form, without the invisible parts: the server removes these from mail, and has composed
 * the rest.
 */
function bare(letter: string): string {
  if (letter > " " && letter < "\u007f") return letter;
  return letter
    .normalize("NFKD")
    .replaceAll(/[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]+/gu, "");
}
