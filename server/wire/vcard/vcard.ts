import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import { limits } from "@inlet/contract/limits.ts";
import { isAddress } from "#/wire/mime/addresses.ts";
import { visibleLine } from "#/wire/mime/html/visible-line.ts";
import { type CardLine, escaped, readLine, textOf, unfolded, writtenLines } from "./card-lines.ts";

/** The fields of a vCard (RFC 6350, RFC 2426) that the address book stores. */
export interface CardFields {
  name: string;
  organization: string;
  notes: string;
  addresses: string[];
}

export interface Card extends CardFields {
  uid: string;
  /** True if it is a group of other cards. */
  isGroup: boolean;
  /** The card's original lines. */
  lines: string[];
}

/** Pictures and sounds are not imported. */
const heavy = new Set(["PHOTO", "LOGO", "SOUND", "KEY"]);
const cardMaxLength = 64 * 1024;

/** Returns the cards of a file, at most one more than an address book holds; text between them is skipped. */
export function readCards(text: string): Card[] {
  const cards: Card[] = [];
  let lines: string[] | undefined;
  for (const line of unfolded(text)) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) lines = [];
    else if (!lines) continue;
    else if (/^END:VCARD\s*$/i.test(line)) {
      cards.push(cardOf(lines));
      lines = undefined;
      if (cards.length > contactLimits.contacts) break;
    } else lines.push(line);
  }
  return cards;
}

/** Returns a card without its large properties, to be stored with a contact; "" if it is still too large. */
export function serializeCard({ lines }: Pick<Card, "lines">): string {
  const light = lines.filter((line) => !heavy.has(readLine(line).name));
  const card = writtenCard(light);
  return card.length > cardMaxLength ? "" : card;
}

/** Returns the card with these fields. The rest of it is unchanged; "" creates a new one. */
export function editedCard(card: string, fields: CardFields, uid: string): string {
  const [known] = readCards(card);
  const lines = known?.lines ?? ["VERSION:3.0", `UID:${escaped(uid)}`];
  const isNamed = (name: string) => (line: string) => readLine(line).name === name;
  const put = (name: string, value: string, before: string, isNeeded = false) => {
    if (known && value === before && (!isNeeded || lines.some(isNamed(name)))) return;
    const at = lines.findIndex(isNamed(name));
    if (value === "" && !isNeeded) {
      if (at >= 0) lines.splice(at, 1);
    } else if (at < 0) lines.push(`${name}:${escaped(value)}`);
    else lines[at] = `${headOf(readLine(lines[at] ?? ""))}:${escaped(value)}`;
  };
  const isRenamed = known?.name !== fields.name;
  put("FN", fields.name || (fields.addresses[0] ?? ""), known?.name ?? "", true);
  if (isRenamed) {
    const at = lines.findIndex(isNamed("N"));
    const line = `N:${partsOf(fields.name)}`;
    if (at < 0) lines.push(line);
    else lines[at] = line;
  }
  put("ORG", fields.organization, known?.organization ?? "");
  put("NOTE", fields.notes, known?.notes ?? "");
  return writtenCard(withAddresses(lines, known?.addresses ?? [], fields.addresses));
}

function cardOf(lines: string[]): Card {
  const read = lines.map(readLine);
  const first = (name: string) => {
    const line = read.find((one) => one.name === name);
    return line ? textOf(line) : "";
  };
  const parts = read.find(({ name }) => name === "N");
  const [family = "", given = ""] = parts ? splitValue(parts) : [];
  const name = visibleLine(first("FN")) || visibleLine(`${given} ${family}`);
  const organization = read.find((one) => one.name === "ORG");
  const addresses = read.filter((one) => one.name === "EMAIL").map(addressOf);
  const cleaned = name.slice(0, limits.nameMaxLength).toWellFormed();
  return {
    // An address in place of a name adds nothing.
    name: isAddress(cleaned) ? "" : cleaned,
    organization: organization
      ? visibleLine(splitValue(organization).filter(Boolean).join(", "))
          .slice(0, limits.nameMaxLength)
          .toWellFormed()
      : "",
    notes: notesOf(first("NOTE")),
    addresses: distinct(addresses.filter(isAddress)).slice(0, contactLimits.addresses),
    uid: visibleLine(first("UID")).slice(0, 255),
    isGroup: /^group$/i.test(first("KIND") || first("X-ADDRESSBOOKSERVER-KIND")),
    lines,
  };
}

/** Removes invisible characters, and those that reverse the lines around them. */
function notesOf(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .slice(0, contactLimits.notesMaxLength)
    .toWellFormed()
    .trim();
}

function addressOf(line: CardLine): string {
  return visibleLine(textOf(line)).replace(/^mailto:/i, "");
}

/** Returns each address once, in its first spelling, ignoring case. */
function distinct(addresses: readonly string[]): string[] {
  const seen = new Set<string>();
  return addresses.filter((address) => {
    const isNew = !seen.has(address.toLowerCase());
    seen.add(address.toLowerCase());
    return isNew;
  });
}

function splitValue(line: CardLine): string[] {
  return line.value.split(/(?<!\\);/).map((value) => textOf({ ...line, value }).trim());
}

/** Splits a name into family name and given names, which older clients need. */
function partsOf(name: string): string {
  const at = name.lastIndexOf(" ");
  const [given, family] = at < 0 ? [name, ""] : [name.slice(0, at), name.slice(at + 1)];
  return `${escaped(family)};${escaped(given)};;;`;
}

/**
 * Lines that the contact never showed, because they are not addresses or exceed its limit, were not deleted by the user: they
 * stay.
 */
function withAddresses(
  lines: readonly string[],
  shown: readonly string[],
  addresses: readonly string[],
): string[] {
  if (shown.join("\n") === addresses.join("\n")) return [...lines];
  const isMail = (line: string) => readLine(line).name === "EMAIL";
  const known = new Map<string, string>();
  const unseen: string[] = [];
  const named = new Set([...shown, ...addresses].map((address) => address.toLowerCase()));
  for (const line of lines.filter(isMail)) {
    const address = addressOf(readLine(line));
    if (!known.has(address)) known.set(address, line);
    if (!named.has(address.toLowerCase())) unseen.push(line);
  }
  const at = lines.findIndex(isMail);
  const rest = lines.filter((line) => !isMail(line));
  const written = addresses.map(
    (address) => known.get(address) ?? `EMAIL;TYPE=INTERNET:${escaped(address)}`,
  );
  rest.splice(at < 0 ? rest.length : at, 0, ...written, ...unseen);
  return rest;
}

/** Returns the name of a property with its parameters, except those about the encoding. */
function headOf({ group, name, params }: CardLine): string {
  const kept = params.filter((param) => !/^(?:ENCODING|CHARSET|QUOTED-PRINTABLE)\b/i.test(param));
  return [`${group}${name}`, ...kept].join(";");
}

function writtenCard(lines: readonly string[]): string {
  return writtenLines(["BEGIN:VCARD", ...lines, "END:VCARD"]);
}
