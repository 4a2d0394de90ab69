import { quoted } from "./atoms.ts";

/** A message or a part of it, with bytes as latin1. */
export interface MimePart {
  header: string;
  body: string;
  type: string;
  subtype: string;
  parameters: Map<string, string>;
  parts: MimePart[];
}

/** Parses a message into parts like a conforming server (RFC 2045, 2046). Attached messages are not parsed. */
export function readMime(raw: string): MimePart {
  const cut = raw.startsWith("\r\n") ? 0 : raw.indexOf("\r\n\r\n") + 2;
  const header = cut === 1 ? raw : raw.slice(0, cut + 2);
  const body = cut === 1 ? "" : raw.slice(cut + 2);
  const [kind = "", ...given] = headerField(header, "content-type").split(";");
  const [type = "text", subtype = "plain"] = /\//.test(kind) ? kind.trim().split("/") : [];
  const parameters = new Map(
    given.map((each) => {
      const [name = "", ...value] = each.trim().split("=");
      return [name.toLowerCase(), value.join("=").replace(/^"(.*)"$/, "$1")] as const;
    }),
  );
  const boundary = parameters.get("boundary");
  const parts: MimePart[] = [];
  if (type.toLowerCase() === "multipart" && boundary) {
    const [inside = ""] = `\r\n${body}`.split(`\r\n--${boundary}--`);
    for (const piece of inside.split(`\r\n--${boundary}\r\n`).slice(1)) parts.push(readMime(piece));
  }
  return { header, body, type, subtype, parameters, parts };
}

/** Returns the unfolded value of a field, or "". */
export function headerField(header: string, name: string): string {
  const found = new RegExp(`^${name}:((?:.*)(?:\\r\\n[ \\t].*)*)`, "im").exec(header);
  return (found?.[1] ?? "").replace(/\r\n/g, "").trim();
}

/** Returns the part with a section number such as `2.1`. A message without parts is its own part 1. */
export function partAt(message: MimePart, section: string): MimePart | undefined {
  const [first, ...rest] = section.split(".").map((number) => Number(number) - 1);
  if (first === undefined) return undefined;
  if (message.parts.length === 0) return first === 0 && rest.length === 0 ? message : undefined;
  return rest.reduce<MimePart | undefined>(
    (part, number) => part?.parts[number],
    message.parts[first],
  );
}

export function bodyStructure(part: MimePart): string {
  if (part.parts.length > 0) {
    const inner = part.parts.map(bodyStructure).join("");
    return `(${inner} ${quoted(part.subtype)} ${parameterList(part.parameters)} NIL NIL)`;
  }
  const id = headerField(part.header, "content-id");
  const encoding = headerField(part.header, "content-transfer-encoding") || "7BIT";
  const fields = [
    quoted(part.type),
    quoted(part.subtype),
    parameterList(part.parameters),
    id ? quoted(id) : "NIL",
    "NIL",
    quoted(encoding),
    part.body.length,
    ...(part.type.toLowerCase() === "text" ? [part.body.split("\r\n").length - 1] : []),
    "NIL",
    dispositionOf(part),
    "NIL",
  ];
  return `(${fields.join(" ")})`;
}

export function envelope({ header }: MimePart): string {
  const text = (name: string) => {
    const value = headerField(header, name);
    return value ? quoted(value) : "NIL";
  };
  const from = addresses(headerField(header, "from"));
  const people = [
    from,
    from,
    from,
    ...["to", "cc", "bcc"].map((n) => addresses(headerField(header, n))),
  ];
  return `(${[text("date"), text("subject"), ...people, text("in-reply-to"), text("message-id")].join(" ")})`;
}

function addresses(value: string): string {
  const found = [...value.matchAll(/([^\s<>,"]+)@([^\s<>,"]+)/g)];
  if (found.length === 0) return "NIL";
  const each = found.map(
    ([, local = "", host = ""]) => `(NIL NIL ${quoted(local)} ${quoted(host)})`,
  );
  return `(${each.join("")})`;
}

function parameterList(parameters: ReadonlyMap<string, string>): string {
  if (parameters.size === 0) return "NIL";
  return `(${[...parameters].flatMap((pair) => pair.map(quoted)).join(" ")})`;
}

function dispositionOf({ header }: MimePart): string {
  const [kind = "", ...rest] = headerField(header, "content-disposition").split(";");
  if (!kind) return "NIL";
  const filename = /filename="?([^";]*)"?/i.exec(rest.join(";"))?.[1];
  return `(${quoted(kind.trim())} ${filename ? `("filename" ${quoted(filename)})` : "NIL"})`;
}
