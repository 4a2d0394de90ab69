const name = "passage";

/** Marks a passage of the mail that is shown; where it stands from the top, or null when it is not there. */
export function markPassage(place: HTMLElement, passage: string): number | null {
  // Browsers without highlights show the mail as it is.
  if (!("highlights" in CSS)) return null;
  CSS.highlights.delete(name);
  const range = rangeOf(place, passage);
  if (!range) return null;
  CSS.highlights.set(name, new Highlight(range));
  return range.getBoundingClientRect().top + scrollY;
}

/** Where a text stands, whatever white space the mail has in it. */
function rangeOf(place: HTMLElement, passage: string): Range | null {
  const wanted = bare(passage);
  if (wanted === "") return null;
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const places: { node: Text; offset: number }[] = [];
  let all = "";
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!(node instanceof Text)) continue;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const letters = bare(node.data.charAt(offset));
      for (let at = 0; at < letters.length; at += 1) places.push({ node, offset });
      all += letters;
    }
  }
  const found = all.indexOf(wanted);
  const first = places[found];
  const last = places[found + wanted.length - 1];
  if (found < 0 || !first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return range;
}

/** What is left of a text without what does not show: the server reads mail without it. */
function bare(text: string): string {
  return text.normalize("NFKC").replaceAll(/[\s\p{Cf}\p{Cc}]+/gu, "");
}
