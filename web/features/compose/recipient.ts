/** Name and address of a recipient as it is written in a mail; without a name the address is the name. */
export function recipientOf(written: string): { name: string; address: string } {
  const [, name = "", address = ""] = /^(.*?)\s*<([^<>]*)>$/.exec(written.trim()) ?? [];
  const bare = address || written.trim();
  return { name: name.replace(/^"(.*)"$/, "$1") || bare, address: bare };
}
