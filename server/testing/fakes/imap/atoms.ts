/** An argument of a command: a string in any syntax, or a list. Bytes are latin1. */
export type Word = string | Word[];

/** Parses the arguments of a command; a literal is `{n}\r\n` and its bytes. */
export function readWords(text: string): Word[] {
  const open: Word[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const here = text.charAt(at);
    if (here === " ") at++;
    else if (here === "(") {
      open.push([]);
      at++;
    } else if (here === ")") {
      const list = open.pop() ?? [];
      open.at(-1)?.push(list);
      at++;
    } else {
      const [word, end] = readOne(text, at);
      open.at(-1)?.push(word);
      at = end;
    }
  }
  return open[0] ?? [];
}

function readOne(text: string, start: number): [string, number] {
  if (text.charAt(start) === '"') {
    const end = /"(?:[^"\\]|\\.)*"/sy;
    end.lastIndex = start;
    const quoted = end.exec(text)?.[0] ?? text.slice(start);
    return [quoted.slice(1, -1).replace(/\\(.)/gs, "$1"), start + quoted.length];
  }
  const literal = /\{(\d+)\+?\}\r\n/y;
  literal.lastIndex = start;
  const announced = literal.exec(text);
  if (announced) {
    const from = start + announced[0].length;
    return [text.slice(from, from + Number(announced[1])), from + Number(announced[1])];
  }
  // A section may contain spaces and brackets: BODY.PEEK[HEADER.FIELDS (SUBJECT)]<0.10>
  const atom = /(?:\[[^\]]*\]|[^\s()[])+|./sy;
  atom.lastIndex = start;
  const word = atom.exec(text)?.[0] ?? "";
  return [word, start + word.length];
}

/** Returns the word if it is a string, else "". */
export function textOf(word: Word | undefined): string {
  return typeof word === "string" ? word : "";
}

/** Returns the strings of a list, in order. */
export function textsOf(word: Word | undefined): string[] {
  return Array.isArray(word) ? word.filter((each) => typeof each === "string") : [];
}

/** Formats the text as a quoted string if IMAP allows it, else as a literal. */
export function quoted(text: string): string {
  return /[\r\n\0\x80-\xff]/.test(text)
    ? `{${text.length}}\r\n${text}`
    : `"${text.replace(/["\\]/g, "\\$&")}"`;
}
