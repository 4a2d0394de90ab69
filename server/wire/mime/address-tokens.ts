export type Token =
  | { kind: "text"; text: string; isSpaced: boolean }
  | { kind: "quoted"; text: string; isSpaced: boolean }
  | { kind: "comment"; text: string }
  | { kind: "angle"; text: string }
  | { kind: "comma" | "colon" | "semicolon" };

/**
 * Splits an address field (RFC 5322, 3.4) into tokens, in one pass; unclosed quotes, comments and brackets end with the field.
 */
export function tokenize(field: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let isSpaced = false;
  while (at < field.length) {
    const letter = field[at] ?? "";
    if (/\s/.test(letter)) {
      isSpaced = true;
      at++;
      continue;
    }
    if (letter === '"') {
      const { text, end } = readQuoted(field, at + 1, '"');
      tokens.push({ kind: "quoted", text, isSpaced });
      at = end;
    } else if (letter === "(") {
      const { text, end } = readComment(field, at + 1);
      tokens.push({ kind: "comment", text });
      at = end;
    } else if (letter === "<") {
      const { text, end } = readAngle(field, at + 1);
      tokens.push({ kind: "angle", text });
      at = end;
    } else if (letter === ",") at = push(tokens, "comma", at);
    else if (letter === ":") at = push(tokens, "colon", at);
    else if (letter === ";") at = push(tokens, "semicolon", at);
    else {
      const end = endOfText(field, at);
      tokens.push({ kind: "text", text: field.slice(at, end), isSpaced });
      at = end;
    }
    isSpaced = false;
  }
  return tokens;
}

function push(tokens: Token[], kind: "comma" | "colon" | "semicolon", at: number): number {
  tokens.push({ kind });
  return at + 1;
}

function endOfText(field: string, start: number): number {
  let end = start;
  while (end < field.length) {
    const letter = field[end] ?? "";
    // A literal such as [IPv6:::1] contains colons.
    if (letter === "[") {
      const close = field.indexOf("]", end);
      if (close < 0 || close - end > 60) return Math.max(end, start + 1);
      end = close + 1;
    } else if (/[\s"(<,:;]/.test(letter)) break;
    else end++;
  }
  return Math.max(end, start + 1);
}

function readQuoted(field: string, start: number, close: string): { text: string; end: number } {
  let text = "";
  let at = start;
  for (; at < field.length && field[at] !== close; at++) {
    if (field[at] === "\\") at++;
    text += field[at] ?? "";
  }
  return { text, end: at + 1 };
}

function readComment(field: string, start: number): { text: string; end: number } {
  let text = "";
  let depth = 1;
  let at = start;
  for (; at < field.length; at++) {
    const letter = field[at] ?? "";
    if (letter === "(") depth++;
    if (letter === ")" && --depth === 0) break;
    if (letter === "\\") at++;
    text += field[at] ?? "";
  }
  return { text, end: at + 1 };
}

function readAngle(field: string, start: number): { text: string; end: number } {
  let isQuoted = false;
  for (let at = start; at < field.length; at++) {
    const letter = field[at];
    if (letter === "\\") at++;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ">" && !isQuoted) return { text: field.slice(start, at), end: at + 1 };
  }
  // An unclosed bracket: the address ends at the next comma.
  const comma = field.indexOf(",", start);
  const end = comma < 0 ? field.length : comma;
  return { text: field.slice(start, end), end };
}
