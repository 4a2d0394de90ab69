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
      lines.push(depth > 0 ? `${">".repeat(depth)} ${content}` : content);
    }
    isOpen = isSoft;
    openDepth = depth;
  }
  return lines.join("\n");
}
