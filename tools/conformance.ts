/** Scores the product's own ingest code on third-party mail: `npm run conformance -- --corpora DIR`. */
import { appendFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Corpus, openCorpus } from "./conformance/corpus.ts";
import { reportLine } from "./conformance/ingest.ts";
import { scoreHtml } from "./conformance/score-html.ts";
import { hasPassed, printTable, type Score } from "./conformance/score.ts";
import { scoreStalwart } from "./conformance/score-stalwart.ts";
import { scoreMime4j, scoreMimekit, scoreOpinions } from "./conformance/score-structure.ts";
import { scoreNotmuchThreads, scoreSpamassassinThreads } from "./conformance/score-threads.ts";

const { values: options } = parseArgs({
  options: {
    corpora: { type: "string" },
    /** Scores only this set, by its folder's name, or `html`. */
    only: { type: "string" },
    /** A file for one line of JSON per message. */
    jsonl: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});

const sets: readonly (readonly [string, (corpus: Corpus) => Promise<Score[]>])[] = [
  ["stalwart-mail-parser", scoreStalwart],
  ["mime4j", scoreMime4j],
  ["mimekit", scoreMimekit],
  ["cpython-email", (corpus) => scoreOpinions(corpus, [])],
  ["ruby-mail", (corpus) => scoreOpinions(corpus, [])],
  ["notmuch", (corpus) => scoreOpinions(corpus, [])],
  ["notmuch", scoreNotmuchThreads],
  ["spamassassin", scoreSpamassassinThreads],
];

const { corpora, jsonl } = options;
if (!corpora) throw new Error("Say where the corpora are: --corpora DIR");
if (jsonl) writeFileSync(jsonl, "");
const scores: Score[] = [];
for (const [name, score] of sets) {
  if (options.only && options.only !== name) continue;
  const corpus = openCorpus(corpora, name, (file, ms, ingested) => {
    if (jsonl) appendFileSync(jsonl, `${JSON.stringify(reportLine(file, ms, ingested))}\n`);
  });
  scores.push(...(await score(corpus)));
}
if (!options.only || options.only === "html") scores.push(...(await scoreHtml(corpora)));
if (options.verbose) {
  for (const { set, what, failures } of scores) {
    for (const failure of failures) process.stdout.write(`${set}, ${what}: ${failure}\n`);
  }
}
process.stdout.write(`${printTable(scores)}\n`);
process.exitCode = scores.length > 0 && scores.every(hasPassed) ? 0 : 1;
