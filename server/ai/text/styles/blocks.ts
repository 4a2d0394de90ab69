import * as kinds from "css-tree/tokenizer";

/** A rule as written: its selectors, its block, and the declarations in it. */
interface WrittenRule {
  selector: string;
  block: string;
  declarations: string[];
}

/** The closing bracket of each opening one, by its kind of token. */
const closing: number[] = [];
closing[kinds.Function] = closing[kinds.LeftParenthesis] = kinds.RightParenthesis;
closing[kinds.LeftSquareBracket] = kinds.RightSquareBracket;
closing[kinds.LeftCurlyBracket] = kinds.RightCurlyBracket;

/** The closing brackets that are expected, innermost last (CSS Syntax 3, 5.4.8). */
class Brackets {
  readonly #expected: number[] = [];
  depth = 0;

  /** A closing bracket of another kind has no effect, as in browsers. */
  pass(kind: number): void {
    const end = closing[kind];
    if (end !== undefined) this.#expected[this.depth++] = end;
    else if (this.depth > 0 && kind === this.#expected[this.depth - 1]) this.depth--;
  }
}

/** Reads the rules of a style sheet, and those in blocks that group rules, such as `@media`, if `holds` their beginning. */
export function rulesIn(css: string, holds: (prelude: string) => boolean): WrittenRule[] {
  const found: WrittenRule[] = [];
  const brackets = new Brackets();
  /** Number of open blocks that group rules. */
  let groups = 0;
  /** Where the current rule begins, its block, and the current declaration in it; negative before them. */
  let [ruleStart, blockStart, at] = [-1, -1, -1];
  let isAtRule = false;
  let declarations: string[] = [];
  /** True after a rule in the block: the reader's frame ignores it, and the declarations after it. */
  let isNested = false;
  const endDeclaration = (end: number) => {
    if (!isNested) declarations.push(css.slice(at, end));
  };
  const endRule = (end: number) => {
    endDeclaration(end);
    const selector = withoutComments(css.slice(ruleStart, blockStart - 1)).trim();
    if (!isAtRule) found.push({ selector, block: css.slice(blockStart, end), declarations });
    ruleStart = blockStart = -1;
  };
  const readInBlock = (kind: number, start: number, end: number) => {
    const depth = brackets.depth - groups;
    if (depth === 0) endRule(start);
    else if (depth === 2 && kind === kinds.LeftCurlyBracket) {
      isNested ||= isRule(withoutComments(css.slice(at, start)).trim());
    } else if (depth === 1 && kind === kinds.RightCurlyBracket) at = end;
    else if (depth === 1 && kind === kinds.Semicolon) {
      endDeclaration(start);
      at = end;
    }
  };
  kinds.tokenize(css, (kind, start, end) => {
    const isOutside = brackets.depth === groups;
    brackets.pass(kind);
    if (blockStart >= 0) {
      readInBlock(kind, start, end);
      return;
    }
    if (brackets.depth < groups) {
      groups = brackets.depth;
      ruleStart = -1;
      return;
    }
    if (ruleStart < 0) {
      if (kind === kinds.WhiteSpace || kind === kinds.Comment) return;
      ruleStart = start;
      isAtRule = kind === kinds.AtKeyword;
    }
    if (!isOutside) return;
    // Outside of blocks, a semicolon ends only at-rules.
    if (kind === kinds.Semicolon && isAtRule) ruleStart = -1;
    if (kind !== kinds.LeftCurlyBracket) return;
    if (isAtRule && holds(withoutComments(css.slice(ruleStart, start)).trim())) {
      groups = brackets.depth;
      ruleStart = -1;
    } else {
      blockStart = at = end;
      declarations = [];
      isNested = false;
    }
  });
  if (blockStart >= 0) endRule(css.length);
  return found;
}

const pseudos = new Set(
  "active after before first-child focus hover is last-child link not nth-child only-child visited where".split(
    " ",
  ),
);

/** Reports whether the text before a block in a block makes it a rule. Browsers skip any other block. */
function isRule(prelude: string): boolean {
  if (prelude.startsWith("@")) {
    return /^@(?:container|layer|media|scope|starting-style|supports)(?![\w-])/i.test(prelude);
  }
  const named = prelude.match(/:+[\w-]*/g) ?? [];
  return prelude !== "" && named.every((one) => pseudos.has(one.replace(/^:+/, "").toLowerCase()));
}

/** Splits declarations at semicolons, except within strings, URLs and brackets. */
export function declarationsIn(css: string): string[] {
  if (!/["'()[\]{}\\]|\/\*/.test(css)) return css.split(";");
  const found: string[] = [];
  const brackets = new Brackets();
  let at = 0;
  kinds.tokenize(css, (kind, start, end) => {
    if (kind === kinds.Semicolon && brackets.depth === 0) {
      found.push(css.slice(at, start));
      at = end;
    } else brackets.pass(kind);
  });
  return [...found, css.slice(at)];
}

/** Replaces comments with a space: they have no content, but separate tokens. */
export function withoutComments(css: string): string {
  if (!css.includes("/*")) return css;
  let plain = "";
  kinds.tokenize(css, (kind, start, end) => {
    plain += kind === kinds.Comment ? " " : css.slice(start, end);
  });
  return plain;
}
