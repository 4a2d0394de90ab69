/** A line with its end stays within what people's windows and quoting leave room for (RFC 3676, 4.2). */
const lineLength = 76;

/**
 * Text as format=flowed without DelSp (RFC 3676): long lines broken behind their spaces, so that a reader can join them
 * again, and what could be mistaken for a quote or an mbox separator stuffed with a space. `> ` begins a quote.
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
  // A space before a hard end would make it a soft one.
  let rest = withoutLastSpaces(text);
  const lines: string[] = [];
  for (;;) {
    const end = breakOf(rest, lineLength - depth.length - 1);
    if (end === undefined) return [...lines, stuffed(rest, depth)];
    lines.push(stuffed(rest.slice(0, end), depth));
    rest = rest.slice(end);
  }
}

/** A pattern would look at each run of spaces in the text as often as it is long. */
function withoutLastSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === " ") end--;
  return text.slice(0, end);
}

/** Where to break, behind a space; undefined when the line is short or has no place for it. */
function breakOf(text: string, room: number): number | undefined {
  if (text.length <= room) return undefined;
  const last = text.lastIndexOf(" ", room - 1) + 1;
  const end = last > 0 ? last : text.indexOf(" ") + 1;
  if (end === 0 || end === text.length) return undefined;
  // That would be a signature's separator, which is never soft.
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
