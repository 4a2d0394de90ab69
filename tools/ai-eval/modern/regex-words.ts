/** Returns texts that a regular expression of the corpus matches, at most `most`; groups, classes and quantifiers are read. */
export function wordsOf(source: string, most = 60): string[] {
  const reader = { source, at: 0 };
  const found = alternatives(reader, most).filter((text) => new RegExp(source, "iu").test(text));
  return [...new Set(found)];
}

interface Reader {
  source: string;
  at: number;
}

function alternatives(reader: Reader, most: number): string[] {
  const all: string[] = [];
  let row = [""];
  for (; reader.at < reader.source.length && reader.source[reader.at] !== ")";) {
    if (reader.source[reader.at] === "|") {
      reader.at++;
      all.push(...row);
      row = [""];
      continue;
    }
    const piece = quantified(reader, one(reader, most));
    row = row.flatMap((begun) => piece.map((each) => begun + each)).slice(0, most);
  }
  return [...all, ...row].slice(0, most);
}

function one(reader: Reader, most: number): string[] {
  const { source } = reader;
  const letter = source[reader.at++] ?? "";
  if (letter === "(") {
    const look = /^\?(?::|<?[=!])/.exec(source.slice(reader.at))?.[0] ?? "";
    reader.at += look.length;
    const inner = alternatives(reader, most);
    reader.at++;
    return look === "" || look === "?:" ? inner : [""];
  }
  if (letter === "[") {
    const end = source.indexOf("]", reader.at);
    const letters = source.slice(reader.at, end);
    reader.at = end + 1;
    // A class that excludes letters is met by a blank.
    return letters.startsWith("^") ? [" "] : [letters[0] ?? ""];
  }
  if (letter === "\\") {
    const escaped = source[reader.at++] ?? "";
    return [{ d: "1", s: " ", b: "", w: "a" }[escaped] ?? escaped];
  }
  return [letter === "." ? " " : letter === "^" || letter === "$" ? "" : letter];
}

function quantified(reader: Reader, piece: string[]): string[] {
  const [mark = ""] = /^(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at)) ?? [];
  reader.at += mark.length;
  if (mark.startsWith("{")) {
    const count = Number.parseInt(mark.slice(1), 10);
    return piece.map((each) => each.repeat(count));
  }
  if (mark === "" || mark.startsWith("+")) return piece;
  // An optional group is left out last, an optional letter first.
  return piece.some((each) => each.length > 1) ? [...piece, ""] : ["", ...piece];
}
