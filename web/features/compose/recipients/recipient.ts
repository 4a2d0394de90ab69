/** Parses a recipient into name and address; without a name the address is the name. */
export function recipientOf(written: string): { name: string; address: string } {
  const text = written.trim();
  const open = text.endsWith(">") ? text.lastIndexOf("<") : -1;
  const name = open < 0 ? "" : text.slice(0, open).trim();
  const bare = (open < 0 ? "" : text.slice(open + 1, -1)) || text;
  return { name: name.replace(/^"(.*)"$/, "$1") || bare, address: bare };
}
