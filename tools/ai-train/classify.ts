/**
 * Creates server/ai/classify/weights.{json,bin.gz}: `node tools/ai-train/classify.ts --corpora DIR`. Trains on invented mail,
 * SpamAssassin's corpus and Berkeley's labels. The files contain only numbers, no text of the mail.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { places } from "../../server/ai/classify/features.ts";
import { heads } from "../../server/ai/classify/model.ts";
import { quantised, trainHead } from "./heads.ts";
import { bc3, berkeley, generateMail, spamAssassin } from "./sources.ts";
import { spamThreshold } from "./spam-threshold.ts";

const { values } = parseArgs({ options: { corpora: { type: "string" } } });
const { corpora } = values;
if (corpora === undefined) throw new Error("Say where the corpora lie: --corpora DIR");
const sources = {
  made: generateMail("train", 24, 160),
  spam: await spamAssassin(corpora),
  office: berkeley(corpora),
  letters: bc3(corpora),
};
const trained = heads.map((head) => ({ head, ...quantised(trainHead(head, sources)) }));
const spamFrom = spamThreshold(sources);
const bytes = Buffer.alloc(heads.length * places);
for (const [index, { at }] of trained.entries()) bytes.set(Buffer.from(at.buffer), index * places);
const hash = (file: string) =>
  createHash("sha256")
    .update(readFileSync(path.join(corpora, file)))
    .digest("hex");
const manifest = {
  version: createHash("sha256").update(bytes).digest("hex").slice(0, 12),
  date: new Date().toISOString().slice(0, 10),
  places,
  spamFrom,
  heads: Object.fromEntries(trained.map(({ head, bias, scale }) => [head, { bias, scale }])),
  sources: [
    {
      name: "Mail invented by server/testing/mailboxes, part train",
      messages: sources.made.length,
    },
    {
      name: "SpamAssassin public corpus (open part), counts only",
      messages: sources.spam.length,
      labels: hash("spamassassin/labels.jsonl"),
    },
    {
      name: "UC Berkeley's labels of Enron mail (open part), counts only",
      messages: sources.office.length,
      labels: hash("ai/enron-berkeley/labels.jsonl"),
    },
    {
      name: "BC3, W3C mailing lists (CC BY-SA 3.0; J. Ulrich, G. Murray, G. Carenini, UBC), counts only",
      messages: sources.letters.length,
      labels: hash("ai/bc3/threads.jsonl"),
    },
  ],
  metrics: "npm run ai:eval -- --part classify",
};
const folder = path.join(import.meta.dirname, "../../server/ai/classify");
writeFileSync(path.join(folder, "weights.json"), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(path.join(folder, "weights.bin.gz"), gzipSync(bytes, { level: 9 }));
