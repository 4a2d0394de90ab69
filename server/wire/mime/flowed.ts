/** A line with its end fits into usual windows, with space for quoting (RFC 3676, 4.2). */
const lineLength = 76;

/**
 * Returns the text as format=flowed without DelSp (RFC 3676): long lines are broken after spaces, so a reader can join them
 * again, and lines that look like a quote or an mbox separator are stuffed with a space. `> ` begins a quote.
 */
export function flow(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .split("\n")
    .flatMap((line) => {
      const quote = /^(>+)(?: (.*))?$/.exec(line);
      return quote ? flowLine(quote[2] ?? "", quote[1] ?? "") : flowLine(line, "");
    })
    .join("\n");
}

function flowLine(text: string, depth: string): string[] {
  if (text === "-- ") return [stuffed(text, depth)];
  // A space before a hard line end would make it a soft one.
  let rest = withoutLastSpaces(text);
  const lines: string[] = [];
  for (;;) {
    const end = breakOf(rest, lineLength - depth.length - 1);
    if (end === undefined) return [...lines, stuffed(rest, depth)];
    lines.push(stuffed(rest.slice(0, end), depth));
    rest = rest.slice(end);
  }
}

/** A regular expression would scan each run of spaces once per space. */
function withoutLastSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === " ") end--;
  return text.slice(0, end);
}

/** Returns the position of a break after a space; undefined if the line is short or has no such position. */
function breakOf(text: string, space: number): number | undefined {
  if (text.length <= space) return undefined;
  const last = text.lastIndexOf(" ", space - 1) + 1;
  const end = last > 0 ? last : text.indexOf(" ") + 1;
  if (end === 0 || end === text.length) return undefined;
  // The result would be a signature separator, which is never soft.
  if (text.slice(0, end) === "-- ") return undefined;
  return end;
}

function stuffed(line: string, depth: string): string {
  if (depth !== "") return line === "" ? depth : `${depth} ${line}`;
  return /^(?: |>|From )/.test(line) ? ` ${line}` : line;
}

/** Joins the soft line ends of format=flowed text (RFC 3676). */
export function unflow(text: string, isDelSp: boolean): string {
  const lines: string[] = [];
  let isOpen = false;
  let openDepth = 0;
  for (const line of text.split("\n")) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    const unquoted = line.slice(depth).replace(/^ /, "");
    // A signature separator is never soft.
    const isSoft = unquoted.endsWith(" ") && unquoted !== "-- ";
    const content = isSoft && isDelSp ? unquoted.slice(0, -1) : unquoted;
    if (isOpen && depth === openDepth && unquoted !== "-- ") {
      lines[lines.length - 1] += content;
    } else {
      lines.push(depth > 0 ? `${">".repeat(depth)} ${content}`.replace(/> $/, ">") : content);
    }
    isOpen = isSoft;
    openDepth = depth;
  }
  return lines.join("\n");
}
