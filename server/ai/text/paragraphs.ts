/** Joins lines that a mail program wrapped, so each line is a paragraph. Empty lines stay single. */
export function joinBrokenLines(lines: readonly string[]): string {
  let width = 0;
  for (const line of lines) width = Math.max(width, Math.min(line.length, 100));
  const joined: string[] = [];
  let last = "";
  for (const raw of lines) {
    const line = raw.replace(/[^\S\n]+/g, " ").trim();
    const before = joined.at(-1);
    if (line === "") {
      if (before !== undefined && before !== "") joined.push("");
    } else if (before !== undefined && before !== "" && isBroken(last, line, width)) {
      joined[joined.length - 1] = `${before} ${line}`;
    } else joined.push(line);
    last = line;
  }
  return joined.join("\n").trim();
}

const startsParagraph =
  /^(?:[-*•·–—o]\s|\(?\d{1,3}[.)]\s|[a-z][.)]\s|>|[\p{Lu}][\p{L} ]{0,20}:\s)/u;

/** Reports whether the second line continues the first, which was wrapped at the width. */
function isBroken(first: string, second: string, width: number): boolean {
  if (startsParagraph.test(second)) return false;
  const next = second.indexOf(" ") < 0 ? second.length : second.indexOf(" ");
  const hadNoSpace = first.length + next + 1 > Math.min(width, 80) - 4;
  if (/^[\p{Ll}\d(]/u.test(second)) return first.length >= 35 && !/[.!?:]$/.test(first);
  return hadNoSpace && first.length >= 50;
}
