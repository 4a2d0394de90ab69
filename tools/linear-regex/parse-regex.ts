/** A node of a regular expression, as far as it affects the amount of work. */
export type RegexNode =
  | { kind: "atom"; matches: (char: string) => boolean }
  | { kind: "edge"; holds: (before: string, after: string) => boolean }
  | { kind: "look"; body: RegexNode; isNegative: boolean; isBehind: boolean }
  | { kind: "repeat"; body: RegexNode; min: number; max: number; isGreedy: boolean }
  | { kind: "sequence"; items: RegexNode[] }
  | { kind: "choice"; items: RegexNode[] };

const setOrChar = new RegExp(
  String.raw`\[(?:[^\]\\]|\\[^])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[^]|[^]`,
  "uy",
);
const repeatMark = /[*+?]\??|\{\d+(?:,\d*)?\}\??/y;

/** Parses a pattern that JavaScript itself has accepted. A backreference is ignored. */
export function parseRegex(pattern: string, flags: string): RegexNode {
  let at = 0;
  const atomFlags = flags.replaceAll(/[gydm]/g, "");
  const take = (mark: RegExp) => {
    mark.lastIndex = at;
    const found = mark.exec(pattern)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };

  const choice = (): RegexNode => {
    const items = [sequence()];
    while (pattern[at] === "|") {
      at++;
      items.push(sequence());
    }
    return items.length === 1 && items[0] ? items[0] : { kind: "choice", items };
  };
  const sequence = (): RegexNode => {
    const items: RegexNode[] = [];
    while (at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") {
      items.push(repeated(item()));
    }
    return { kind: "sequence", items };
  };
  const repeated = (body: RegexNode): RegexNode => {
    const mark = take(repeatMark);
    if (mark === undefined) return body;
    const [, low = "", comma, high = ""] = /^\{(\d+)(,?)(\d*)\}/.exec(mark) ?? [];
    const min = low === "" ? Number(mark.startsWith("+")) : Number(low);
    const last = comma === "" ? min : Number(high || Infinity);
    const max = low === "" ? (mark.startsWith("?") ? 1 : Infinity) : last;
    return { kind: "repeat", body, min, max, isGreedy: !/.\?$/.test(mark) };
  };
  const item = (): RegexNode => {
    if (pattern[at] === "(") return group();
    const text = take(setOrChar) ?? "";
    if (text === "^" || text === "$") return lineEdge(text, flags);
    if (text === "\\b" || text === "\\B") return wordEdge(text);
    if (/^\\(?:[1-9]|k$)/.test(text)) {
      take(/<[^>]*>/y);
      return { kind: "sequence", items: [] };
    }
    const one = new RegExp(`^${text}$`, atomFlags);
    const known = new Map<string, boolean>();
    const matches = (char: string) => {
      const is = known.get(char) ?? one.test(char);
      known.set(char, is);
      return is;
    };
    return { kind: "atom", matches };
  };
  const group = (): RegexNode => {
    const [open = "(", sign = ""] =
      /^\((?:\?(?:([=!:])|(<[=!])|<[^>]*>|[a-z-]+:))?/.exec(pattern.slice(at, at + 60)) ?? [];
    at += open.length;
    const body = choice();
    at++;
    const isBehind = open.startsWith("(?<=") || open.startsWith("(?<!");
    const isLook = isBehind || sign === "=" || sign === "!";
    return isLook ? { kind: "look", body, isNegative: open.endsWith("!"), isBehind } : body;
  };
  return choice();
}

function lineEdge(text: string, flags: string): RegexNode {
  const isEnd = (char: string) =>
    char === "" || (flags.includes("m") && /[\r\n\u2028\u2029]/.test(char));
  return {
    kind: "edge",
    holds: (before, after) => isEnd(text === "^" ? before : after),
  };
}

function wordEdge(text: string): RegexNode {
  return {
    kind: "edge",
    holds: (before, after) => (/\w/.test(before) !== /\w/.test(after)) === (text === "\\b"),
  };
}
