/** Returns one message in mbox format: the separator line, its source quoted as mboxrd, an empty line. */
export function mboxEntry(message: {
  raw: Buffer;
  sender: string;
  internalDate: number;
  flags: readonly string[];
}): Buffer {
  const { raw, sender, internalDate, flags } = message;
  const address = /^[^\s@]+@[^\s@]+$/.test(sender) ? sender : "MAILER-DAEMON";
  const text = raw.toString("latin1").replaceAll("\r\n", "\n");
  const body = `${statusOf(flags)}${withoutStatus(text)}`.replace(/^(>*From )/gm, ">$1");
  const end = body.endsWith("\n") ? "\n" : "\n\n";
  return Buffer.from(`From ${ascii(address)} ${asctime(internalDate)}\n${body}${end}`, "latin1");
}

/** Writes read, answered, flagged and draft into two separate headers, as mbox readers expect. */
function statusOf(flags: readonly string[]): string {
  const has = (name: string) => flags.includes(`\\${name}`);
  const status = has("Seen") ? "Status: RO\n" : "Status: O\n";
  const marks = `${has("Answered") ? "A" : ""}${has("Flagged") ? "F" : ""}${has("Draft") ? "T" : ""}`;
  return marks === "" ? status : `${status}X-Status: ${marks}\n`;
}

function withoutStatus(text: string): string {
  const end = text.indexOf("\n\n");
  const header = end < 0 ? text : text.slice(0, end + 1);
  return header.replace(/^(?:X-)?Status:.*\n(?:[ \t].*\n)*/gim, "") + text.slice(header.length);
}

/** Formats a time as C's asctime does, in UTC (RFC 4155). */
function asctime(time: number): string {
  // "Sat, 03 Jan 1996 01:05:34 GMT"
  const [day = "", date = "", month, year, clock] = new Date(time).toUTCString().split(" ");
  return `${day.replace(",", "")} ${month} ${date.replace(/^0/, " ")} ${clock} ${year}`;
}

function ascii(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, "?");
}
