/** A recipient as the user typed it. */
export interface Written {
  text: string;
  name: string;
  address: string;
  isValid: boolean;
}

/** Splits typed or pasted text into recipients: at commas, semicolons and line ends, but not inside quotes or brackets. */
export function splitAddresses(text: string): Written[] {
  const pieces: string[] = [];
  let piece = "";
  let isQuoted = false;
  let isBracketed = false;
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === "<") isBracketed = true;
    else if (!isQuoted && char === ">") isBracketed = false;
    const isEnd = /[\r\n]/.test(char) || (!isQuoted && !isBracketed && /[,;，；]/.test(char));
    if (isEnd) {
      pieces.push(piece);
      piece = "";
      isBracketed = false;
      if (/[\r\n]/.test(char)) isQuoted = false;
    } else piece += char;
  }
  pieces.push(piece);
  return pieces.flatMap((each) => wordsOf(each)).map((each) => writtenAs(each));
}

/** Returns the name, the address and whether it is valid; internationalized addresses (RFC 6531) are. */
export function writtenAs(text: string): Written {
  const written = text.replaceAll(/[\r\n\t\0]+/g, " ").trim();
  const [, quotedName = "", bracketed] = /^(.*?)<([^<>]*)>$/.exec(written) ?? [];
  const address = (bracketed ?? written).trim();
  const name = quotedName
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replaceAll(/\\(.)/g, "$1");
  return { text: written, name, address, isValid: isAddress(address) };
}

/** Returns a recipient as written in a header field. */
export function written(name: string, address: string): string {
  if (!name || name === address) return address;
  const isPlain = /^[\p{L}\p{N}\p{M} '’!#$%&*+\-/=?^_`{|}~]+$/u.test(name);
  return isPlain
    ? `${name} <${address}>`
    : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}" <${address}>`;
}

const atom = String.raw`[^\s"(),:;<>@[\]\\\p{Cc}]`;
const local = String.raw`(?:${atom}+|"(?:[^"\\\p{Cc}]|\\.)+")`;
const label = String.raw`[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?`;
const pattern = new RegExp(
  String.raw`^${local}@(?:${label}(?:\.${label})*|\[[\d.:a-fA-FIPv]+\])\.?$`,
  "u",
);

function isAddress(address: string): boolean {
  return address.length <= 320 && pattern.test(address);
}

/** Splits a list of bare addresses separated by spaces, as spreadsheets copy them. */
function wordsOf(piece: string): string[] {
  const trimmed = piece.trim();
  const words = trimmed.split(/\s+/);
  const areAddresses = words.length > 1 && words.every((word) => isAddress(word));
  return (areAddresses ? words : [trimmed]).filter(Boolean);
}
