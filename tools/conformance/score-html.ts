import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { parseMessage } from "../../server/wire/mime/parse.ts";
import { filesOf, readJson } from "./corpus.ts";
import { type Layer, openStage } from "./frame/stage.ts";
import { openBrowser, Watch } from "./frame/watch.ts";
import { type Score, tally } from "./score.ts";

interface Payload {
  name: string;
  html: string;
}

/** Number of ordinary messages read to measure the share of words kept. */
const ordinaryMessages = 120;

/**
 * Scores hostile HTML in the product's frame in Chromium, with all layers and with each one removed in turn, and then ordinary
 * mail.
 */
export async function scoreHtml(corpora: string): Promise<Score[]> {
  const frame = path.resolve(import.meta.dirname, "../../web/frame/frame.ts");
  if (!existsSync(frame))
    throw new Error("The product has no mail frame: web/frame/frame.ts is missing.");
  const payloads = await readPayloads(corpora);
  const browser = await openBrowser();
  try {
    const scores: Score[] = [];
    for (const without of [null, "sanitizer", "sandbox", "policy"] as const) {
      scores.push(...(await attack(browser, payloads, without)));
    }
    scores.push(await scoreWordsKept(browser, corpora));
    return scores;
  } finally {
    await browser.close();
  }
}

async function readPayloads(corpora: string): Promise<Payload[]> {
  const wash = readJson<{ id: number; input: string }[]>(
    corpora,
    "roundcube",
    "washtml.cases.json",
  );
  const purify = readJson<{ id: number; payload: string }[]>(
    corpora,
    "dompurify-expect",
    "cases.json",
  );
  const payloads = [
    ...wash.map(({ id, input }) => ({ name: `roundcube ${id}`, html: input })),
    ...purify.map(({ id, payload }) => ({ name: `dompurify ${id}`, html: payload })),
  ];
  for (const file of filesOf(path.join(corpora, "roundcube", "msgs"), /\.eml$/)) {
    const source = readFileSync(path.join(corpora, "roundcube", "msgs", file));
    const { html } = await parseMessage(source);
    if (html) payloads.push({ name: `roundcube ${file}`, html });
  }
  return payloads;
}

async function attack(
  browser: Browser,
  payloads: readonly Payload[],
  without: Layer | null,
): Promise<Score[]> {
  const label = without ? `without the ${without}` : "all layers";
  // With a layer removed, only the lines that are required of the remaining layers have a target.
  const mark = (isAsked: boolean) => (isAsked ? 1 : undefined);
  const isOne = without === null;
  const lines = {
    scripts: tally("html", `${label}: no script runs`, mark(without !== "policy" || isOne)),
    tokenReads: tally("html", `${label}: token not read`, 1),
    navigations: tally("html", `${label}: nothing navigates`, mark(isOne || without === "sandbox")),
    requests: tally("html", `${label}: no foreign request`, 1),
    unseen: tally("html", `${label}: every mail is shown`, mark(without !== "sanitizer")),
    paintedOutside: tally("html", `${label}: nothing outside the frame`, 1),
  };
  await using stage = await openStage(without);
  await using watch = await Watch.open(browser, stage);
  if (!(await watch.prove()))
    throw new Error("The traps are not set: a script that runs is not noticed.");
  for (const { name, html } of payloads) {
    const did = await watch.show(html);
    const explain = (what: string) => () => `${name}: ${what}: ${html.slice(0, 200)}`;
    lines.scripts.count(did.scripts.length === 0, explain(did.scripts.join(", ")));
    lines.tokenReads.count(did.tokenReads.length === 0, explain(did.tokenReads.join(", ")));
    lines.navigations.count(did.navigations.length === 0, explain(did.navigations.join(", ")));
    lines.requests.count(did.requests.length === 0, explain(did.requests.join(", ")));
    lines.unseen.count(!did.unseen, explain("not shown"));
    lines.paintedOutside.count(!did.paintedOutside, explain("painted outside"));
  }
  return Object.values(lines).map(({ score }) => score);
}

/** Scores the share of words that the frame shows, compared with a browser without scripts, for ordinary mail. */
async function scoreWordsKept(browser: Browser, corpora: string): Promise<Score> {
  const into = tally("html", `words kept of ${ordinaryMessages} ordinary mails`, 0.99);
  const reader = await browser.newContext({ javaScriptEnabled: false });
  await reader.route(/.*/, (route) => route.abort());
  const plain = await reader.newPage();
  await using stage = await openStage(null);
  await using watch = await Watch.open(browser, stage);
  let count = 0;
  for (const file of filesOf(path.join(corpora, "spamassassin", "msgs"), /ham.*\//)) {
    if (count >= ordinaryMessages) break;
    const { html } = await parseMessage(
      readFileSync(path.join(corpora, "spamassassin", "msgs", file)),
    );
    if (html.length < 200) continue;
    count++;
    await plain.setContent(html, { waitUntil: "commit" });
    const want = wordsOf(await plain.evaluate(() => document.body?.innerText ?? ""));
    await watch.show(html);
    const got = new Map(wordCounts(wordsOf(await watch.words())));
    let kept = 0;
    for (const word of want) {
      const left = got.get(word) ?? 0;
      if (left > 0) kept++;
      got.set(word, left - 1);
    }
    into.score.of += want.length;
    into.score.points += kept;
    if (kept < want.length * 0.99)
      into.score.failures.push(`${file}: ${kept} of ${want.length} words`);
  }
  return into.score;
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function wordCounts(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts];
}
