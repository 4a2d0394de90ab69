import { visibleText } from "./visible-text.ts";
import type { MailToSort } from "./mail-to-sort.ts";
import { topicsOf } from "./topics.ts";

/** As many places as weights have; a power of two. */
export const places = 2 ** 16;

/** What of a message weighs: at which place, how much, and as what it can be told to people. */
export interface Feature {
  /** A letter for its kind, a colon, and what it is: `w:invoice`, `d:example.org`, `s:list`. */
  key: string;
  place: number;
  value: number;
}

const longestText = 4000;
const mostGrams = 1200;

/** Everything that weighs in a message; each kind of feature with a length of its own, so that long mail weighs no more. */
export function featuresOf(mail: MailToSort): Feature[] {
  const text = visibleText(mail).slice(0, longestText);
  const subject = wordsOf(mail.subject).slice(0, 40);
  const words = wordsOf(text).slice(0, 500);
  return [
    ...scaled("w", countAll([...words, ...subject]), 1),
    ...scaled("b", countAll([...pairsOf(words), ...pairsOf(subject)]), 0.7),
    ...scaled("j", countAll(subject), 0.7),
    ...scaled("c", countAll(gramsOf(`${mail.subject} ${text}`)), 0.7),
    ...topicFeatures("t", words.slice(0, 150), 1.5),
    ...topicFeatures("u", subject, 1.2),
    ...topicFeatures(
      "v",
      wordsOf(`${mail.from.name} ${mail.from.address.replaceAll(/[@._-]/g, " ")}`),
      1,
    ),
    ...senderFeatures(mail),
    ...signFeatures(mail, text, words.length),
  ];
}

/** Where a feature's weight stands (FNV-1a). */
function placeOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  hash ^= hash >>> 15;
  return (hash >>> 0) & (places - 1);
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}$€£%'@]+|!{2,}|\?/gu) ?? [];
  // Which number it is says nothing; that there is one, and how long, does.
  return words.map((word) => (/\d/.test(word) ? word.replaceAll(/\d/g, "0") : word).slice(0, 24));
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

function gramsOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll(/\d/g, "0").replaceAll(/\s+/g, " ");
  const last = Math.min(plain.length - 4, mostGrams);
  return Array.from({ length: Math.max(last, 0) }, (_, at) => plain.slice(at, at + 4));
}

function countAll(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function scaled(kind: string, counts: ReadonlyMap<string, number>, length: number): Feature[] {
  const features: Feature[] = [];
  let squares = 0;
  for (const [token, count] of counts) {
    const key = `${kind}:${token}`;
    const value = 1 + Math.log(count);
    squares += value * value;
    features.push({ key, place: placeOf(key), value });
  }
  const factor = squares > 0 ? length / Math.sqrt(squares) : 0;
  for (const feature of features) feature.value *= factor;
  return features;
}

const sign = (key: string, value: number): Feature => ({ key, place: placeOf(key), value });

/** The strongest topic stands apart: it says more than that others occur as well. */
function topicFeatures(kind: string, words: readonly string[], scale: number): Feature[] {
  const found = [...topicsOf(words)].toSorted(([, one], [, other]) => other - one);
  const [[top = ""] = []] = found;
  const all = found.map(([topic, share]) => sign(`${kind}:${topic}`, share * scale));
  return top === "" ? all : [...all, sign(`${kind}:top ${top}`, 0.4 * scale)];
}

function senderFeatures({ from }: MailToSort): Feature[] {
  const address = from.address.toLowerCase();
  if (address === "") return [];
  const [local = "", domain = ""] = address.split("@");
  const parts = local.split(/[^\p{L}]+/u).filter((part) => part.length > 1);
  return [
    sign(`a:${address}`, 0.5),
    sign(`d:${domain}`, 0.5),
    ...[...new Set(parts)].slice(0, 5).map((part) => sign(`l:${part}`, 0.35)),
    ...[...new Set(wordsOf(from.name))].slice(0, 5).map((word) => sign(`n:${word}`, 0.2)),
  ];
}

const machineLocal =
  /^(?:no-?reply|do-?not-?reply|notif|news|newsletter|info|service|support|billing|alerts?|updates?|mailer|bounce|auto|team|hello|offers?|deals?|orders?|account|security)/;

/** Whether an address says of itself that nobody sits behind it. */
export function isAutomatic(address: string): boolean {
  return machineLocal.test(address.toLowerCase());
}

function signFeatures(mail: MailToSort, text: string, count: number): Feature[] {
  const { from, to, cc, own } = mail;
  const images = mail.html.match(/<img\b/gi)?.length ?? 0;
  const links = text.match(/https?:\/\//gi)?.length ?? 0;
  const hrefs = mail.html.match(/<a\b/gi)?.length ?? 0;
  const capitals = mail.subject.match(/\p{Lu}/gu)?.length ?? 0;
  const isMachine = isAutomatic(from.address);
  const isDirect = to.some((address) => own.has(address));
  const domain = from.address.toLowerCase().split("@")[1] ?? "";
  const isColleague = domain !== "" && [...own].some((address) => address.endsWith(`@${domain}`));
  const told: [string, boolean, number][] = [
    ["list", mail.isList, 0.8],
    ["machine", isMachine, 0.5],
    ["attachment", mail.hasAttachments, 0.3],
    ["html", mail.html !== "", 0.2],
    ["images", images > 2, 0.3],
    ["links", links + hrefs > 4, 0.3],
    ["one-link", links + hrefs > 0 && links + hrefs <= 4, 0.15],
    ["short", count < 40, 0.2],
    ["long", count > 250, 0.2],
    ["shouting", mail.subject.length > 6 && capitals > mail.subject.length * 0.5, 0.4],
    ["exclaims", mail.subject.includes("!"), 0.25],
    ["known", mail.written > 0, 0.6],
    ["colleague", isColleague, 0.5],
    ["answer", mail.isReply, 0.4],
    ["own-part", mail.hasOwnPart, 0.5],
    ["direct", isDirect && to.length === 1 && cc.length === 0, 0.2],
    ["many", to.length + cc.length > 4, 0.3],
    ["forged", mail.isAuthentic === false, 0.5],
    ["named", mail.ownName.length > 1 && text.toLowerCase().includes(mail.ownName), 0.2],
  ];
  return told.flatMap(([key, holds, value]) => (holds ? sign(`s:${key}`, value) : []));
}
