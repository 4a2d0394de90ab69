import { limits } from "@inlet/contract/limits.ts";
import { domainToASCII } from "node:url";
import { type Token, tokenize } from "./address-tokens.ts";
import { visibleLine } from "./html/visible-line.ts";

/** A mailbox of an address field (RFC 5322, 3.4); `name` is "" if absent. */
export interface Address {
  name: string;
  address: string;
}

/** Reads a received address field, however malformed; members of groups are listed with the rest. */
export function readAddresses(field: string): Address[] {
  const found: Address[] = [];
  let open: Token[] = [];
  const finish = () => {
    const address = toAddress(open);
    if (address && found.length < limits.addressesPerField) found.push(address);
    open = [];
  };
  for (const token of tokenize(field)) {
    if (token.kind === "comma" || token.kind === "semicolon") finish();
    else if (token.kind === "colon") {
      // The text before it is a group's name (RFC 5322, 3.4), which is not a recipient.
      open = [];
    } else if (token.kind === "angle" && open.some(({ kind }) => kind === "angle")) {
      finish();
      open.push(token);
    } else open.push(token);
  }
  finish();
  return found;
}

/** Parses a recipients field that a user typed; undefined if any part of it is not an address. */
export function parseAddressList(text: string): Address[] | undefined {
  if (/[\r\n\0]/.test(text) || text.length > 200_000) return undefined;
  const addresses = readAddresses(text);
  const isSound = addresses.every(
    ({ name, address }) => isAddress(address) && !/\p{Cc}/u.test(name),
  );
  if (!isSound || hasLooseEnds(text)) return undefined;
  const seen = new Set<string>();
  return addresses.filter(({ address }) => {
    const key = address.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns true if mail can be sent to the address: local part and domain of RFC 5321, the latter with dots or as a literal. */
export function isAddress(address: string): boolean {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (at < 1 || Buffer.byteLength(local) > 64 || address.length > limits.emailMaxLength)
    return false;
  const isAtom = /^[^\s"(),:;<>@[\\\]\p{Cc}]+$/u.test(local) && !/^\.|\.\.|\.$/.test(local);
  const isQuoted = /^"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"$/u.test(local);
  if (!isAtom && !isQuoted) return false;
  if (/^\[[0-9A-Za-z.:]{2,60}\]$/.test(domain)) return true;
  // The conversion drops line ends silently, so they are rejected before it.
  if (!/^[\p{L}\p{N}\p{M}._·-]+$/u.test(domain)) return false;
  const ascii = domainToASCII(domain);
  const label = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?";
  return ascii.length <= 253 && new RegExp(`^${label}(?:\\.${label})*$`, "i").test(ascii);
}

/** Returns the text outside of quotes; an unclosed quote leaves its quotation mark. */
export function withoutQuoted(text: string): string {
  // Each text is scanned to the end at most once. Without the optional end, the search would start again at each quotation mark
  // in it.
  return text.replace(/"(?:[^"\\]|\\.)*("?)/gs, (_, close: string) => (close === "" ? '"' : ""));
}

/** Returns true if quotes or brackets were opened and not closed. The lenient parser would drop them. */
function hasLooseEnds(text: string): boolean {
  const bare = withoutQuoted(text);
  const count = (letter: string) => bare.split(letter).length - 1;
  return bare.includes('"') || count("<") !== count(">") || count("(") !== count(")");
}

function toAddress(tokens: Token[]): Address | undefined {
  const angle = tokens.find((token) => token.kind === "angle");
  const comments = tokens.filter((token) => token.kind === "comment").map(({ text }) => text);
  const words = tokens.filter((token) => token.kind === "text" || token.kind === "quoted");
  if (angle) {
    const inside = [...angle.text.matchAll(/\(([^()]*)\)/g)].map((match) => match[1] ?? "");
    const name = nameWith(spaced(words), [...comments, ...inside]);
    const address = cleanAddress(angle.text);
    return address || name ? { name: visibleLine(name), address } : undefined;
  }
  if (words.length > 0) return fromWords(words, comments);
  // A comment alone still names the sender, as in "From: (Cron Daemon)".
  const name = visibleLine(nameWith("", comments));
  return name ? { name, address: "" } : undefined;
}

/** Comments identify the person, as in `ann@example.org (Ann at work)`. */
function nameWith(name: string, comments: string[]): string {
  const comment = comments.map((text) => text.trim()).join(" ");
  if (comment === "" || name === "") return name || comment;
  return `${name} (${comment})`;
}

type Word = Extract<Token, { kind: "text" | "quoted" }>;

/** Returns a mailbox without angle brackets: `a@b`, `"a b"@c`, `a@b (Name)`, or the invalid `Name a@b`. */
function fromWords(words: Word[], comments: string[]): Address | undefined {
  const at = words.findIndex(({ kind, text }) => kind === "text" && text.includes("@"));
  if (at < 0) {
    const isLone =
      words.length === 1 && words[0]?.kind === "text" && !words[0].text.startsWith("=?");
    // A single word is a user of the sending machine, as cron writes.
    if (isLone) return { name: nameWith("", comments), address: words[0]?.text ?? "" };
    return { name: visibleLine(nameWith(spaced(words), comments)), address: "" };
  }
  let first = at;
  let last = at;
  // Pieces without a space between them, or around a single "@" or ".", belong to the address.
  while (first > 0 && isJoined(words[first - 1], words[first])) first--;
  while (last + 1 < words.length && isJoined(words[last], words[last + 1])) last++;
  const address = words
    .slice(first, last + 1)
    .map((word) => (word.kind === "quoted" ? JSON.stringify(word.text) : word.text))
    .join("");
  const rest = spaced([...words.slice(0, first), ...words.slice(last + 1)]);
  return { name: visibleLine(nameWith(rest, comments)), address: cleanAddress(address) };
}

function isJoined(left: Word | undefined, right: Word | undefined): boolean {
  if (!left || !right) return false;
  const isDangling = /[@.]$/.test(left.text) || /^[@.]/.test(right.text);
  return !right.isSpaced || isDangling;
}

function spaced(words: Word[]): string {
  return words
    .map(({ text, isSpaced }, index) => (index > 0 && isSpaced ? ` ${text}` : text))
    .join("");
}

/** Returns the address without the route of old mail (`@relay:a@b`), comments and spaces. */
function cleanAddress(text: string): string {
  const bare = text.replace(/\([^()]*\)/g, "").trim();
  const routed = /^@[^:]*:(.*)$/s.exec(bare)?.[1] ?? bare;
  if (routed.startsWith('"')) return routed.replace(/[\r\n\0]+/g, "");
  return routed.replace(/[\s\p{Cc}]+/gu, "");
}
