import { Parser } from "htmlparser2";

/** Ten times what any mail needs. */
const maxOpen = 1000;

/**
 * The HTML parser with an end to its list of open elements, all of which it moves at each tag: without one, tags that
 * are never closed cost the square of their number. Deeper elements count as empty; their text is still read.
 */
export class ShallowParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return super.isVoidElement(name) || this["stack"].length >= maxOpen;
  }
}
