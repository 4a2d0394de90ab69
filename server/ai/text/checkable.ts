import { checkableNumbers, spelledNumbers } from "./claims.ts";

/** The verifiable parts of a text: its numbers by value, its amounts with their currency, its hosts. */
export interface Figures {
  numbers: ReadonlySet<string>;
  /** Amounts such as "usd:1250", "%:20" or "eur:5million". */
  amounts: ReadonlySet<string>;
  /** Numbers without a currency, and the text's currencies: the head of a table may name them. */
  bare: ReadonlySet<string>;
  currencies: ReadonlySet<string>;
}

const currencies: Record<string, string> = {
  $: "usd",
  usd: "usd",
  dollar: "usd",
  dollars: "usd",
  dólares: "usd",
  "€": "eur",
  eur: "eur",
  euro: "eur",
  euros: "eur",
  "£": "gbp",
  gbp: "gbp",
  pound: "gbp",
  pounds: "gbp",
  pfund: "gbp",
  "¥": "jpy",
  jpy: "jpy",
  yen: "jpy",
  円: "jpy",
  chf: "chf",
  francs: "chf",
  franken: "chf",
  pln: "pln",
  zł: "pln",
  cad: "cad",
  "₹": "inr",
  inr: "inr",
  rs: "inr",
  rupees: "inr",
  sek: "sek",
  nok: "nok",
  dkk: "dkk",
  "%": "%",
  percent: "%",
  prozent: "%",
  ciento: "%",
  cento: "%",
  procent: "%",
};
const scales: Record<string, string> = {
  k: "thousand",
  thousand: "thousand",
  m: "million",
  mn: "million",
  mio: "million",
  million: "million",
  bn: "billion",
  billion: "billion",
};
const codes = Object.keys(currencies)
  .filter((it) => /^\p{L}+$/u.test(it))
  .join("|");
const figure = new RegExp(
  String.raw`(?<before>[$€£¥₹]|(?<![\p{L}\d])(?:${codes})(?!\p{L})\.?)?\s?(?<number>\d+(?:[ \u00a0’']\d{3}(?!\d)|[.,:/'-]\d+)*)(?:\s?(?<scale>${Object.keys(scales).join("|")})\b)?(?:\s?(?<after>[$€£¥₹%]|(?:${codes})(?![\p{L}\d]))(?!\s?\d))?`,
  "giu",
);

interface Figure {
  /** "" for a number without a currency. */
  currency: string;
  whole: string;
  /** The parts between spaces, colons, slashes or hyphens: the hours of a time, both ends of a range. */
  parts: readonly string[];
}

function* figuresOf(text: string): Generator<Figure> {
  for (const { groups } of text.matchAll(figure)) {
    const { before, number = "", scale = "", after } = groups ?? {};
    const sign = (before ?? after ?? "").toLowerCase().replace(".", "");
    const many = scales[scale.toLowerCase()] ?? "";
    const parts = number.split(/[^\d.,]/);
    // A date with dots also consists of parts, unlike the digits of an amount.
    const pieces = parts.flatMap((part) => (isPlain(part) ? [part] : part.split(/[.,]/)));
    yield {
      currency: currencies[sign] ?? "",
      whole: `${valueOf(number)}${many}`,
      parts: pieces.map((piece) => `${valueOf(piece)}${many}`),
    };
  }
}

/** Returns the numbers and amounts in a text. Numbers in words are numbers too. */
export function figuresIn(text: string): Figures {
  const numbers = spelledNumbers(text);
  const amounts = new Set<string>();
  const bareNumbers = new Set<string>();
  const bareText = withoutAddresses(text);
  for (const { currency, whole, parts } of figuresOf(bareText)) {
    numbers.add(whole);
    for (const part of parts) numbers.add(part);
    if (currency === "") bareNumbers.add(whole);
    else amounts.add(`${currency}:${whole}`);
  }
  const words = bareText.toLowerCase().match(/[$€£¥₹%円]|\p{L}+/gu) ?? [];
  const named = new Set(words.map((word) => currencies[word] ?? ""));
  return { numbers, amounts, bare: bareNumbers, currencies: named };
}

/** Reports whether the text contains each number of a sentence, and each amount as an amount. */
export function areFiguresIn(sentence: string, figures: Figures): boolean {
  return unknownFigures(sentence, figures).length === 0;
}

/** Returns the numbers of a sentence, in digits or words, that the text does not contain. */
export function unknownFigures(
  sentence: string,
  { numbers, amounts, bare: apart, currencies: known }: Figures,
): string[] {
  const unknown = checkableNumbers(sentence).filter((number) => !numbers.has(number));
  for (const { currency, whole } of figuresOf(withoutAddresses(sentence))) {
    const isApart = known.has(currency) && apart.has(whole) && !/^(?:19|20)\d\d$/.test(whole);
    const isAmount = currency === "" || isApart;
    if (!numbers.has(whole) || !(isAmount || amounts.has(`${currency}:${whole}`)))
      unknown.push(whole);
  }
  return unknown;
}

function isPlain(number: string): boolean {
  return /^(?:\d+(?:[.,]\d+)?|\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)(?:[.,]\d+)?)$/.test(number);
}

/** Normalizes a number: no thousands separators, a decimal point, no trailing zeros. */
function valueOf(number: string): string {
  const joined = number.replaceAll(/(?<=\d)[ \u00a0’'](?=\d{3}(?!\d))/g, "");
  if (!isPlain(joined)) return joined;
  const at = Math.max(joined.lastIndexOf("."), joined.lastIndexOf(","));
  const decimals = at < 0 ? "" : joined.slice(at + 1);
  const separators = joined.match(/[.,]/g) ?? [];
  const isThousands =
    decimals.length === 3 && new Set(separators).size === 1 && !joined.startsWith("0");
  if (at < 0 || isThousands) return joined.replaceAll(/[.,]/g, "").replace(/^0+(?=\d)/, "");
  const whole = joined
    .slice(0, at)
    .replaceAll(/[.,]/g, "")
    .replace(/^0+(?=\d)/, "");
  let end = decimals.length;
  while (decimals[end - 1] === "0") end--;
  const rest = decimals.slice(0, end);
  return rest === "" ? whole : `${whole}.${rest}`;
}

const host = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,24}$/u;

/** Returns every address, link and host in a text as a whole token, in lower case. */
export function addressesIn(text: string): Set<string> {
  return new Set(tokensOf(text).filter(isAddress));
}

/** Like above, with the hosts of its links and addresses, which a sentence may also name. */
export function namedIn(text: string): Set<string> {
  const addresses = addressesIn(text);
  const named = new Set(addresses);
  for (const address of addresses) {
    const end = address.replace(/^[a-z][a-z0-9+.-]*:\/\//, "").split(/[/?#]/)[0] ?? "";
    const name = end.slice(end.lastIndexOf("@") + 1).replace(/:\d+$/, "");
    if (host.test(name)) named.add(name);
  }
  return named;
}

function withoutAddresses(text: string): string {
  return text
    .split(/([\s<>()[\]{}"“”|]+)/)
    .map((piece) => (isAddress(bare(piece.toLowerCase())) ? besidesAddress(piece) : piece))
    .join("");
}

/** Text attached to an address without a space counts like any other. */
function besidesAddress(piece: string): string {
  return piece
    .split(/[,;]/)
    .filter((part) => !isAddress(bare(part.toLowerCase())))
    .join(" ");
}

function isAddress(token: string): boolean {
  if (token.includes("@") || token.includes("://") || token.startsWith("www.")) return true;
  return host.test(token.split(/[/?#:]/)[0] ?? "");
}

function tokensOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s<>()[\]"“”,;|]+/)
    .map(bare);
}

function bare(token: string): string {
  let [start, end] = [0, token.length];
  while (start < end && `<[("'“`.includes(token.charAt(start))) start++;
  while (end > start && `.,;:!?>)"'”]`.includes(token.charAt(end - 1))) end--;
  return token.slice(start, end);
}
