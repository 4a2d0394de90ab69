/**
 * Trains the weights that find signatures: node tools/ai-train/signatures.ts --corpora DIR
 * From the signature lines of mailgun/forge (CC BY 3.0, Mailgun / Rackspace).
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  signatureFeatures,
  signatureFeaturesOf,
  signatureReach,
} from "../../server/ai/text/signature-features.ts";
import { signatureLength } from "../../server/ai/text/signature-lines.ts";
import { type Example, trainLogistic } from "./logistic.ts";
import { hashOf, readCorpus } from "./read-corpus.ts";

const file = "ai/forge-signatures/emails.jsonl";

/** A message of the corpus. Every line is labeled by hand. */
export interface SignedMail {
  id: string;
  sender: string;
  lines: { text: string; sig: boolean }[];
}

export function readSignedMessages(corpora: string): SignedMail[] {
  return readCorpus<SignedMail>(corpora, file);
}

export function trainSignatures(messages: readonly SignedMail[]): number[] {
  const examples: Example[] = [];
  for (const { lines, sender } of messages) {
    const filled = lines.filter(({ text }) => text.trim() !== "");
    const texts = filled.map(({ text }) => text);
    const first = Math.max(0, filled.length - signatureReach);
    for (let at = first; at < filled.length; at++) {
      const features = signatureFeaturesOf(texts, at, sender);
      examples.push({ features, target: Number(filled[at]?.sig), weight: 1 });
    }
  }
  return trainLogistic(examples);
}

export interface SignatureScore {
  hits: number;
  extra: number;
  missed: number;
  isExact: boolean;
}

/** Scores the signature lines found in a message with these weights. */
export function scoreSignature(mail: SignedMail, weights?: readonly number[]): SignatureScore {
  const filled = mail.lines.filter(({ text }) => text.trim() !== "");
  const texts = filled.map(({ text }) => text);
  const start = filled.length - signatureLength(texts, mail.sender, weights);
  const found = filled.map((line, at) => ({ is: at >= start, should: line.sig }));
  return {
    hits: found.filter(({ is, should }) => is && should).length,
    extra: found.filter(({ is, should }) => is && !should).length,
    missed: found.filter(({ is, should }) => !is && should).length,
    isExact: found.every(({ is, should }) => is === should),
  };
}

/** Returns out-of-sample scores by five-fold cross-validation: each part is scored with weights trained on the other four. */
export function crossValidateSignatures(messages: readonly SignedMail[]): SignatureScore[] {
  const scores: SignatureScore[] = [];
  for (let fold = 0; fold < 5; fold++) {
    const weights = trainSignatures(messages.filter((_, at) => at % 5 !== fold));
    for (const mail of messages.filter((_, at) => at % 5 === fold))
      scores.push(scoreSignature(mail, weights));
  }
  return scores;
}

/** Returns F1 over lines. */
export function lineF1(scores: readonly SignatureScore[]): number {
  const sum = (of: (score: SignatureScore) => number): number =>
    scores.reduce((total, score) => total + of(score), 0);
  const hits = sum((it) => it.hits);
  return (2 * hits) / (2 * hits + sum((it) => it.extra) + sum((it) => it.missed) || 1);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { corpora: { type: "string" } } });
  if (!values.corpora) throw new Error("--corpora DIR says where the data lies");
  const messages = readSignedMessages(values.corpora);
  const scores = crossValidateSignatures(messages);
  const manifest = {
    made: new Date().toISOString().slice(0, 10),
    by: "tools/ai-train/signatures.ts",
    sources: [
      {
        what: "mailgun/forge, signature lines of 115 mails, CC BY 3.0 (Mailgun / Rackspace)",
        sha256: hashOf(values.corpora, file),
      },
    ],
    features: signatureFeatures,
    metrics: {
      lineF1: round(lineF1(scores)),
      exactMessages: round(scores.filter(({ isExact }) => isExact).length / scores.length),
      measured: "five-fold, each mail by weights that did not see it",
    },
  };
  const weights = trainSignatures(messages).map(round);
  const target = new URL("../../server/ai/text/signature-weights.json", import.meta.url);
  writeFileSync(target, `${JSON.stringify({ manifest, weights }, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(manifest.metrics)}\n`);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
