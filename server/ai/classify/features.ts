import { visibleText } from "./visible-text.ts";
import type { MailToClassify } from "./mail-to-sort.ts";
import { topicsOf } from "./topics.ts";

/** Number of feature slots and weights; a power of two. */
export const places = 2 ** 18;

/** Version of the features and their slots; data learned in another version is learned again. */
export const featureForm = 2;

/** One feature of a message: its slot, its weight, and its key for explanations. */
export interface Feature {
  /** A letter for the kind, a colon, and the value if it can be shown: `w:invoice`, `d:example.org`, `s:list`. */
  key: string;
  place: number;
  value: number;
}

const longestText = 4000;
const maxGrams = 1200;
const longestMarkup = 30_000;
const maxMarks = 400;

/** Returns all features of a message. Each kind is normalized to a fixed length, so long mail does not weigh more. */
export function featuresOf(mail: MailToClassify): Feature[] {
  const text = visibleText(mail).slice(0, longestText);
  const subject = wordsOf(mail.subject).slice(0, 40);
  const words = wordsOf(text).slice(0, 500);
  return [
    ...scaled("w", countAll([...words, ...subject]), 1),
    ...bare(
      "b",
      (count) => {
        pairs("b", words, count);
        pairs("b", subject, count);
      },
      0.7,
    ),
    ...scaled("j", countAll(subject), 0.7),
    ...bare("c", (count) => grams("c", `${mail.subject} ${text}`, [4], count), 0.7),
    ...bare("g", (count) => grams("g", mail.subject.slice(0, 120), [3, 4, 5], count), 0.7),
    ...bare("h", (count) => markup(mail.html, count), 0.7),
    ...topicFeatures("t", words.slice(0, 150), 1.5),
    ...topicFeatures("u", subject, 1.2),
    ...topicFeatures(
      "v",
      wordsOf(`${mail.from.name} ${mail.from.address.replaceAll(/[@._-]/g, " ")}`),
      1,
    ),
    ...senderFeatures(mail),
    ...signFeatures(mail, text, words.length),
    ...timeFeatures(text),
    ...linkFeatures(mail, text),
  ];
}

const seed = 0x811c9dc5;

function mixed(hash: number, text: string, from = 0, to = text.length): number {
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function placed(hash: number): number {
  hash ^= hash >>> 15;
  return (hash >>> 0) & (places - 1);
}

/** Returns the slot of a feature's weight (FNV-1a). */
function placeOf(key: string): number {
  return placed(mixed(seed, key));
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}$€£%'@]+|!{2,}|\?/gu) ?? [];
  // The value of a number is irrelevant; its presence and length are not.
  return words.map((word) => (/\d/.test(word) ? word.replaceAll(/\d/g, "0") : word).slice(0, 24));
}

type Count = (place: number) => void;

/** Counts pairs of adjacent words. */
function pairs(kind: string, words: readonly string[], count: Count): void {
  for (let at = 1; at < words.length; at++) {
    const first = mixed(mixed(seed, `${kind}:`), words[at - 1] ?? "");
    count(placed(mixed(mixed(first, " "), words[at] ?? "")));
  }
}

/** Counts character n-grams of the given lengths. */
function grams(kind: string, text: string, lengths: readonly number[], count: Count): void {
  const plain = text.toLowerCase().replaceAll(/\d/g, "0").replaceAll(/\s+/g, " ");
  const start = mixed(seed, `${kind}:`);
  for (const length of lengths) {
    const last = Math.min(plain.length - length, maxGrams);
    for (let at = 0; at < last; at++) count(placed(mixed(start, plain, at, at + length)));
  }
}

/** Counts the contents of tags: names, colors, sizes, and parts of linked addresses. */
function markup(html: string, count: Count): void {
  if (html === "") return;
  let left = maxMarks;
  for (const [tag] of html.slice(0, longestMarkup).matchAll(/<[a-z!][^<>]{0,500}/gi)) {
    for (const [mark] of tag
      .toLowerCase()
      .matchAll(/[#a-z][a-z0-9#-]{1,20}|=\s*["']?[+-]?\d{1,4}%?/g)) {
      if (left-- <= 0) return;
      count(placed(mixed(seed, `h:${mark.replaceAll(/\d/g, "0")}`)));
    }
  }
}

function countAll(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function scaled(kind: string, counts: ReadonlyMap<string, number>, length: number): Feature[] {
  const features: Feature[] = [];
  for (const [token, count] of counts) {
    const key = `${kind}:${token}`;
    features.push({ key, place: placeOf(key), value: 1 + Math.log(count) });
  }
  return toLength(features, length);
}

/** Features without a name that could be shown in an explanation. */
function bare(kind: string, fill: (count: Count) => void, length: number): Feature[] {
  const counts = new Map<number, number>();
  fill((place) => counts.set(place, (counts.get(place) ?? 0) + 1));
  const key = `${kind}:`;
  const features: Feature[] = [];
  for (const [place, count] of counts) features.push({ key, place, value: 1 + Math.log(count) });
  return toLength(features, length);
}

/** Reduces the weight of short texts, which are less reliable evidence. */
const damping = 8;

function toLength(features: Feature[], length: number): Feature[] {
  let squares = 0;
  for (const { value } of features) squares += value * value;
  const factor = squares > 0 ? length / Math.sqrt(squares + damping) : 0;
  for (const feature of features) feature.value *= factor;
  return features;
}

const sign = (key: string, value: number): Feature => ({ key, place: placeOf(key), value });

/** The strongest topic is an extra feature: it is more informative than the presence of other topics. */
function topicFeatures(kind: string, words: readonly string[], scale: number): Feature[] {
  const found = [...topicsOf(words)].toSorted(([, one], [, other]) => other - one);
  const top = found[0]?.[0] ?? "";
  const all = found.map(([topic, share]) => sign(`${kind}:${topic}`, share * scale));
  return top === "" ? all : [...all, sign(`${kind}:top ${top}`, 0.4 * scale)];
}

function senderFeatures({ from }: MailToClassify): Feature[] {
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

const times = {
  weekday: /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/gi,
  clock: /\b\d{1,2}:\d\d\b|\b\d{1,2} ?[ap]\.?m\b/gi,
  date: /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b|\b\d{1,2}\/\d{1,2}\b/gi,
  soon: /\b(?:today|tomorrow|tonight|next week|this week|this afternoon|this morning|lunch|noon)\b/gi,
};

/** Returns features for dates and times of day, whatever their values, because messages that arrange something contain them. */
function timeFeatures(text: string): Feature[] {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const [days, clocks, soon] = [count(times.weekday), count(times.clock), count(times.soon)];
  const flags: [string, boolean][] = [
    ["weekday", days > 0],
    ["weekdays", days > 1],
    ["clock", clocks > 0],
    ["clocks", clocks > 1],
    ["date", count(times.date) > 0],
    ["soon", soon > 0],
    ["day and hour", days + soon > 0 && clocks > 0],
  ];
  return flags.flatMap(([key, holds]) => (holds ? sign(`k:${key}`, 0.3) : []));
}

const hosts = /\bhttps?:\/\/(?:[^/\s@"'<>]{0,100}@)?([^/\s:"'<>?]{1,100})/gi;
const longestLinked = 60_000;

/** Features of link targets relative to the sender's domain: a business links its customers to its site. */
function linkFeatures({ html, from }: MailToClassify, text: string): Feature[] {
  const found = [...`${html.slice(0, longestLinked)} ${text}`.matchAll(hosts)];
  const led = found.map(([, host = ""]) => siteOf(host.toLowerCase()));
  const different = new Set(led).size;
  const own = siteOf(from.address.toLowerCase().split("@")[1] ?? "");
  const [brand = ""] = own.split(".");
  const name = from.name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const toOwn = led.filter((site) => site === own).length;
  const flags: [string, boolean][] = [
    ["own-links", own !== "" && toOwn > 0],
    ["mostly-own", own !== "" && toOwn > led.length / 2],
    ["elsewhere", own !== "" && led.length > 0 && toOwn === 0],
    ["name-is-domain", brand.length > 2 && name.includes(brand)],
    ["same-brand", own !== "" && led.some((site) => site.split(".")[0] === brand)],
    ["number-link", led.some((site) => /^[\d.]+$/.test(site))],
    ["many-sites", different > 4],
    ["one-site", different === 1],
  ];
  return flags.flatMap(([key, holds]) => (holds ? sign(`q:${key}`, 0.5) : []));
}

/** Returns the registered part of a host: the last two names, or three as in "example.co.uk". */
function siteOf(host: string): string {
  const parts = host.split(".");
  const [last = "", second = ""] = parts.toReversed();
  if (/^\d+$/.test(last)) return host;
  const isShared = parts.length > 2 && last.length === 2 && second.length <= 3;
  return parts.slice(isShared ? -3 : -2).join(".");
}

const machineLocal =
  /^(?:no-?reply|do-?not-?reply|notif|news|newsletter|info|service|support|billing|alerts?|updates?|mailer|bounce|auto|team|hello|offers?|deals?|orders?|account|security)/;

/** Reports whether an address looks automated. */
export function isAutomatic(address: string): boolean {
  return machineLocal.test(address.toLowerCase());
}

/** A feature of all mail. Its personal weights shift all messages of a user at once. */
const anyMail = "mail";
export const anyMailKey = `s:${anyMail}`;
export const anyMailPlace = placeOf(anyMailKey);

const homes =
  /@(?:[\w-]+\.)?(?:gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|aol|icloud|me|gmx|web|t-online|proton|protonmail|pm|fastmail|mail|juno|earthlink|comcast|verizon|sbcglobal|att|orange|free|laposte|libero|wanadoo|posteo|mailbox)\.[a-z.]{2,6}$/;

/** Reports whether an address is at a consumer mail provider, and not at an employer. */
function isHome(address: string): boolean {
  return homes.test(address.toLowerCase());
}

function signFeatures(mail: MailToClassify, text: string, count: number): Feature[] {
  const { from, to, cc, own } = mail;
  const images = mail.html.match(/<img\b/gi)?.length ?? 0;
  const links = text.match(/https?:\/\//gi)?.length ?? 0;
  const hrefs = mail.html.match(/<a\b/gi)?.length ?? 0;
  const capitals = mail.subject.match(/\p{Lu}/gu)?.length ?? 0;
  const isMachine = isAutomatic(from.address);
  const isDirect = to.some((address) => own.has(address));
  const domain = from.address.toLowerCase().split("@")[1] ?? "";
  const isColleague = domain !== "" && [...own].some((address) => address.endsWith(`@${domain}`));
  const flags: [string, boolean, number][] = [
    [anyMail, true, 0.3],
    ["home", isHome(from.address), 0.4],
    ["home-too", [...to, ...cc].some((address) => !own.has(address) && isHome(address)), 0.3],
    ["list", mail.isList, 0.8],
    ["machine", isMachine, 0.5],
    ["attachment", mail.hasAttachments, 0.3],
    ["cut", mail.isCut, 0.3],
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
    ["quotes", /^\s{0,3}>/m.test(mail.text), 0.3],
    ["named", mail.ownName.length > 1 && text.toLowerCase().includes(mail.ownName), 0.2],
  ];
  return flags.flatMap(([key, holds, value]) => (holds ? sign(`s:${key}`, value) : []));
}
