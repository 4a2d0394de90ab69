import { setImmediate } from "node:timers/promises";
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

/** A few milliseconds' work, whatever stands there. */
const turnLength = 16 * 1024;

/** Reads all of it with pauses, in which the thread does what others asked it for: some HTML is made to take long. */
export async function readInTurns(parser: Parser, html: string): Promise<void> {
  for (let at = 0; at < html.length; at += turnLength) {
    parser.write(html.slice(at, at + turnLength));
    await setImmediate();
  }
  parser.end();
}
