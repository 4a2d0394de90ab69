import { setImmediate } from "node:timers/promises";
import { type Handler, Parser } from "htmlparser2";

/**
 * An HTML parser with a limit on its list of open elements. The parser moves the whole list at each tag: without a limit, tags
 * that are never closed cost the square of their number. The limit is ten times the depth that any message needs. Deeper elements
 * count as empty; their text is still read.
 */
export class ShallowParser extends Parser {
  #questions = 0;
  readonly #maxQuestions: number;

  readonly #maxOpen: number;

  /** True if the document has more elements than are read. */
  get isCut(): boolean {
    return this.#questions > this.#maxQuestions;
  }

  /** Elements after the first `maxElements` are not read. */
  constructor(handler: Partial<Handler>, { maxElements = Infinity, maxOpen = 1000 } = {}) {
    super(handler);
    this.#maxOpen = maxOpen;
    this.#maxQuestions = maxElements * questionsAnElement;
  }

  override ontextentity(codePoint: number, endIndex: number): void {
    super.ontextentity(sound(codePoint), endIndex);
  }

  override onattribentity(codePoint: number): void {
    super.onattribentity(sound(codePoint));
  }

  protected override isVoidElement(name: string): boolean {
    if (++this.#questions > this.#maxQuestions) this.pause();
    return super.isVoidElement(name) || this["stack"].length >= this.#maxOpen;
  }
}

/** Returns U+FFFD for a reference with so many digits that the library returns NaN, which would throw. */
function sound(codePoint: number): number {
  return Number.isNaN(codePoint) ? 0xfffd : codePoint;
}

/** Maximum number of calls of `isVoidElement` by the parser per element. */
const questionsAnElement = 3;

/** A few milliseconds of work for any content. */
const turnLength = 16 * 1024;

/** Parses the HTML in slices and yields to the event loop in between, because hostile HTML can take long to parse. */
export async function readInTurns(parser: Parser, html: string): Promise<void> {
  for (let at = 0; at < html.length; at += turnLength) {
    parser.write(html.slice(at, at + turnLength));
    await setImmediate();
  }
  parser.end();
}
