/**
 * A label is a keyword on mail servers, and a keyword is an atom (RFC 3501, 9). Characters that an atom may not contain are
 * encoded as in folder names (modified UTF-7, RFC 3501, 5.1.3), as Thunderbird does. A Gmail label is among the flags as `label:`
 * and its name.
 */
export const gmailPrefix = "label:";

/** Flags that mean something to servers and clients; every other keyword is a label. */
const systemFlag = /^[\\$]|^(NonJunk|Junk|NotJunk|Forwarded|MDNSent|Recent)$/i;
/** All characters except the plainest ones of an atom, and the escape character itself. */
const unsafe = /[^!#$'+,\-./0-9:;<=>?@A-Z^_`a-z|~]+/g;

/** Returns the keyword of a label. */
export function keywordOf(name: string): string {
  const isTaken = systemFlag.test(name) || name.toLowerCase().startsWith(gmailPrefix);
  if (!isTaken) return name.replaceAll(unsafe, encodeRun);
  return encodeRun(name.slice(0, 1)) + name.slice(1).replaceAll(unsafe, encodeRun);
}

/** Returns the display name of a label; a keyword that another client encoded differently is shown unchanged. */
function nameOf(keyword: string): string {
  const name = keyword.replaceAll(/&([A-Za-z0-9+,]*)-/g, (_all, run: string) => decodeRun(run));
  return keywordOf(name) === keyword ? name : keyword;
}

/** Returns the labels among these flags in readable form, without duplicates. */
export function labelNamesOf(flags: readonly string[]): string[] {
  const names = new Map<string, string>();
  for (const flag of flags) {
    const name = flag.startsWith(gmailPrefix)
      ? flag.slice(gmailPrefix.length)
      : systemFlag.test(flag)
        ? ""
        : nameOf(flag);
    // Gmail's own labels are folders, and begin with a backslash.
    if (name === "" || name.startsWith("\\")) continue;
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/** Returns the flags that mean this label, in any spelling. */
export function flagsOfLabel(name: string, flags: readonly string[]): string[] {
  const key = name.toLowerCase();
  return flags.filter((flag) => labelNamesOf([flag])[0]?.toLowerCase() === key);
}

/**
 * Returns the spellings that a label may have among flags, where the case of ASCII letters is ignored. For other letters the
 * engine may not know the case, and in a keyword they are encoded: they are tried as in the name, in lower case, and with initial
 * capitals.
 */
export function spellingsOf(name: string): string[] {
  const small = name.toLowerCase();
  const names = [
    name,
    small,
    small.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
  ];
  const spellings = names.flatMap((one) => [keywordOf(one), one, `${gmailPrefix}${one}`]);
  return [...new Map(spellings.map((one) => [smallAscii(one), one])).values()];
}

function smallAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Returns the spelling of a Gmail label on its server. */
export function folderSpelling(name: string): string {
  return name.replaceAll(/[^\x20-\x25\x27-\x7e]+|&/g, encodeRun);
}

function encodeRun(run: string): string {
  if (run === "&") return "&-";
  const bytes = Buffer.from(run, "utf16le").swap16();
  return `&${bytes.toString("base64").replaceAll("=", "").replaceAll("/", ",")}-`;
}

function decodeRun(run: string): string {
  if (run === "") return "&";
  const bytes = Buffer.from(run.replaceAll(",", "/"), "base64");
  return bytes.length % 2 === 0 ? bytes.swap16().toString("utf16le") : "\0";
}
