/** One property of a vCard. */
export interface CardLine {
  /** The group with its dot, as in `item1.`; "" for none. */
  group: string;
  /** In upper case. */
  name: string;
  params: string[];
  value: string;
}

const foldedBytes = 75;
/** A picture fits on one line; longer lines are invalid. */
const lineMaxLength = 8 * 1024 ** 2;

/** Yields the lines of a vCard file, with folded lines joined. */
export function* unfolded(text: string): Generator<string> {
  let pieces: string[] = [];
  let length = 0;
  let isQuoted = false;
  let isSoft = false;
  // A line that is too long is dropped at once, but its continuation lines are still recognized.
  const add = (piece: string) => {
    length += piece.length;
    if (piece !== "") isSoft = isQuoted && piece.endsWith("=");
    if (length > lineMaxLength) pieces = [];
    else pieces.push(isSoft ? piece.slice(0, -1) : piece);
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    // Quoted-printable of vCard 2.1 folds differently.
    if (isSoft) {
      isSoft = false;
      add(line);
    } else if (length > 0 && /^[ \t]/.test(line)) add(line.slice(1));
    else {
      if (length > 0 && length <= lineMaxLength) yield pieces.join("");
      [pieces, length, isQuoted, isSoft] = [[], 0, isQuotedPrintable(line), false];
      add(line);
    }
  }
  if (length > 0 && length <= lineMaxLength) yield pieces.join("");
}

function isQuotedPrintable(line: string): boolean {
  const [head = ""] = line.slice(0, 200).split(":");
  return head.toUpperCase().includes("QUOTED-PRINTABLE");
}

/** Splits a line; an invalid one has no name. */
export function readLine(line: string): CardLine {
  const head = /^((?:[^":]|"[^"]*")*):/.exec(line.slice(0, 4096))?.[1];
  if (head === undefined) return { group: "", name: "", params: [], value: line };
  const [first = "", ...params] = head.match(/(?:[^";]|"[^"]*")+/g) ?? [];
  const dot = first.lastIndexOf(".");
  return {
    group: first.slice(0, dot + 1),
    name: first.slice(dot + 1).toUpperCase(),
    params,
    value: line.slice(head.length + 1),
  };
}

/** Returns a property's value as text. */
export function textOf({ params, value }: CardLine): string {
  const isQuoted = params.some((param) => /(?:^|=)QUOTED-PRINTABLE$/i.test(param));
  const plain = isQuoted ? unquoted(value, charsetOf(params)) : value;
  return plain.replaceAll(/\\([\\,;:nN])/g, (_, sign: string) =>
    sign === "n" || sign === "N" ? "\n" : sign,
  );
}

/** Escapes a text for the value of a property. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\\,;]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, "");
}

/** Returns lines in the form for files: folded, each with a line end. */
export function writtenLines(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function folded(line: string): string {
  if (Buffer.byteLength(line) <= foldedBytes) return line;
  const pieces: string[] = [];
  let piece = "";
  let bytes = 0;
  for (const letter of line) {
    const more = Buffer.byteLength(letter);
    if (bytes + more > foldedBytes) {
      pieces.push(piece);
      [piece, bytes] = ["", 1];
    }
    piece += letter;
    bytes += more;
  }
  return [...pieces, piece].join("\r\n ");
}

/** Unescaped letters were decoded before; only bytes in escapes are in the charset. */
function unquoted(value: string, charset: string): string {
  const decoder = decoderOf(charset);
  return value.replaceAll(/\p{ASCII}+/gu, (run) => {
    const bytes = run.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
    return decoder.decode(Buffer.from(bytes, "latin1"));
  });
}

function charsetOf(params: readonly string[]): string {
  const found = params.find((param) => /^CHARSET=/i.test(param));
  return found?.slice("CHARSET=".length).replaceAll('"', "").trim() ?? "utf-8";
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
