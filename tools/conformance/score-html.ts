import { readFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { parseMessage } from "../../server/wire/mime/parse.ts";
import { type Corpus, filesOf, readJson } from "./corpus.ts";
import { type Layers, type MailStage, openStage, type Seen } from "./mail-stage.ts";
import { type Score, tally } from "./score.ts";
import { fetchServedFrame, type ServedFrame } from "./served-frame.ts";

/** The product as it is, then with each wall taken away in turn: what is left must still hold. */
const stages: readonly (readonly [string, Layers])[] = [
  ["all walls", { sanitiser: true, sandbox: true, policy: true }],
  ["sanitiser off", { sanitiser: false, sandbox: true, policy: true }],
  ["sandbox off", { sanitiser: true, sandbox: false, policy: true }],
  ["policy off", { sanitiser: true, sandbox: true, policy: false }],
];
const noWalls: Layers = { sanitiser: false, sandbox: false, policy: false };
/** What may not happen, in the words of the table. */
const harms = ["scripts", "tokens", "navigations", "requests", "outside", "unseen"] as const;

let asked: Promise<ServedFrame> | undefined;
/** Built and asked for once, and only when a set needs it. */
function servedFrame(): Promise<ServedFrame> {
  asked ??= fetchServedFrame();
  return asked;
}

interface Attack {
  name: string;
  html: string;
}

/** Attacks written by others, each as a mail read by the product and shown in its frame in Chromium. */
export async function scoreAttacks(corpus: Corpus): Promise<Score[]> {
  const served = await servedFrame();
  const attacks = await asMails(corpus, attacksOf(corpus));
  await using browser = await launch();
  const scores: Score[] = [];
  for (const [name, layers] of stages) {
    const seen = await showAll(browser, { layers, served }, attacks);
    for (const harm of harms) {
      const into = tally(corpus.name, `${name}: no ${harm}`, 1);
      for (const [at, each] of seen.entries()) {
        into.count(each[harm] === 0, () => `${attacks[at]?.name}: ${each[harm]} ${harm}`);
      }
      scores.push(into.score);
    }
  }
  // Without this line a detector that sees nothing would pass everything above.
  const bare = await showAll(browser, { layers: noWalls, served }, attacks);
  const control = tally(corpus.name, "no walls: attacks that were seen (control)");
  for (const each of bare)
    control.count(
      harms.some((harm) => each[harm] > 0),
      () => "",
    );
  control.score.failures.length = 0;
  const heard = tally(corpus.name, "the detectors hear scripts and requests", 1);
  heard.count(
    bare.some(({ scripts }) => scripts > 0),
    () => "no script was heard without walls",
  );
  heard.count(
    bare.some(({ requests }) => requests > 0),
    () => "no request was heard without walls",
  );
  return [...scores, control.score, heard.score];
}

/** Ordinary HTML mail: the words that are visible without the sanitiser are visible with it. */
export async function scoreVisibleWords(corpus: Corpus): Promise<Score[]> {
  const served = await servedFrame();
  const mails = await ordinaryMails(corpus);
  await using browser = await launch();
  const layers = { sanitiser: true, sandbox: true, policy: true };
  const mine = await wordsOf(browser, { layers, served }, mails);
  const theirs = await wordsOf(browser, { layers: { ...layers, sanitiser: false }, served }, mails);
  const into = tally(corpus.name, "visible words of ordinary HTML mail kept", 0.99);
  for (const [at, words] of theirs.entries()) {
    const left = countWords(mine[at] ?? []);
    let kept = 0;
    for (const word of words) {
      const count = left.get(word) ?? 0;
      if (count === 0) continue;
      left.set(word, count - 1);
      kept++;
    }
    into.score.of += words.length;
    into.score.points += kept;
    if (kept < words.length) {
      into.score.failures.push(`${mails[at]?.name}: ${kept} of ${words.length} words`);
    }
  }
  return [into.score];
}

function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: "/usr/bin/chromium" });
}

async function showAll(
  browser: Browser,
  options: { layers: Layers; served: ServedFrame },
  attacks: readonly Attack[],
): Promise<Seen[]> {
  const seen: Seen[] = [];
  await using stage = await openStage(browser, options);
  for (const { html } of attacks) seen.push(await stage.attack(html));
  return seen;
}

async function wordsOf(
  browser: Browser,
  options: { layers: Layers; served: ServedFrame },
  mails: readonly Attack[],
): Promise<string[][]> {
  await using stage: MailStage = await openStage(browser, options);
  const all: string[][] = [];
  for (const { html } of mails) all.push(await stage.words(html));
  return all;
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function attacksOf({ dir, name }: Corpus): Attack[] {
  if (name === "dompurify-expect") {
    const cases = readJson<{ id: number; payload: string }[]>(dir, "cases.json");
    return cases.map(({ id, payload }) => ({ name: `case ${id}`, html: payload }));
  }
  const cases = readJson<{ id: number; kind: string; input: string }[]>(dir, "washtml.cases.json");
  return cases.map(({ id, kind, input }) => ({ name: `${kind} ${id}`, html: input }));
}

/** Wraps each payload into a message and takes it through the product's reader. */
async function asMails(corpus: Corpus, attacks: readonly Attack[]): Promise<Attack[]> {
  const mails: Attack[] = [];
  for (const { name, html } of attacks) {
    const body = Buffer.from(html).toString("base64").replace(/.{76}/g, "$&\r\n");
    const raw = `From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`;
    const read = await corpus.ingest(name, Buffer.from(raw));
    if (read) mails.push({ name, html: read.message.html });
  }
  return mails;
}

async function ordinaryMails({ dir }: Corpus): Promise<Attack[]> {
  const mails: Attack[] = [];
  for (const folder of ["msgs/easy_ham", "msgs/easy_ham_2", "msgs/hard_ham"]) {
    for (const file of filesOf(path.join(dir, folder), /./)) {
      const { html } = await parseMessage(readFileSync(path.join(dir, folder, file)));
      if (html.trim()) mails.push({ name: `${folder}/${file}`, html });
    }
  }
  return mails;
}
