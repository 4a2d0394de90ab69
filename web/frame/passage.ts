const name = "passage";

/**
 * Marks a passage of the mail that is shown; where it stands from the top, or null when it is not there. A quote that is
 * folded away opens for it, when it stands nowhere else.
 */
export function markPassage(place: HTMLElement, passage: string): number | null {
  // Browsers without highlights show the mail as it is.
  if (!("highlights" in CSS)) return null;
  CSS.highlights.delete(name);
  const range = rangeOf(place, passage, false) ?? rangeOf(place, passage, true);
  if (!range) return null;
  unfold(range.startContainer);
  unfold(range.endContainer);
  CSS.highlights.set(name, new Highlight(range));
  return range.getBoundingClientRect().top + scrollY;
}

/** Where a text stands among what shows, or with what is folded away, whatever white space the mail has in it. */
function rangeOf(place: HTMLElement, passage: string, isWithFolded: boolean): Range | null {
  if (!isWithFolded) return shownRange(place, passage);
  // What would show with the quotes open: nothing is painted before they are as they were.
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
  /** For each letter the number of its text, and where in that it begins and ends. */
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

/** Hidden text often says what the mail says, once more and where nobody can look. */
function isRead(node: Text, known: Map<Element, boolean>): boolean {
  const around = node.parentElement;
  if (!around) return false;
  const before = known.get(around);
  if (before !== undefined) return before;
  const is = around.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  known.set(around, is);
  return is;
}

/** Opens the quote around a place as its button does, which stands before it. */
function unfold(place: Node): void {
  const quote = place.parentElement?.closest(".folded-quote[hidden]");
  const button = quote?.previousElementSibling;
  if (button instanceof HTMLButtonElement) button.click();
}

/**
 * What is left of a letter without what does not show, by its parts: the server reads mail without the one, and has put
 * the others together.
 */
function bare(letter: string): string {
  if (letter > " " && letter < "\u007f") return letter;
  return letter
    .normalize("NFKD")
    .replaceAll(/[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]+/gu, "");
}
