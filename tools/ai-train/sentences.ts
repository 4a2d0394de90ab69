/**
 * Trains the trees that pick sentences and find requests: node tools/ai-train/sentences.ts --corpora DIR
 * From the BC3 corpus (CC BY-SA 3.0; J. Ulrich, G. Murray, G. Carenini, UBC).
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  sentenceFeatures,
  sentenceFeaturesOf,
} from "../../server/ai/summaries/sentence-features.ts";
import { type Trees, valueOf } from "../../server/ai/summaries/trees.ts";
import { boost } from "./boost.ts";
import type { Example } from "./logistic.ts";
import { hashOf, readCorpus } from "./read-corpus.ts";

const file = "ai/bc3/threads.jsonl";

interface Bc3Thread {
  id: string;
  messages: { subject: string; sentences: { id: string; text: string }[] }[];
  annotations: {
    summary: { text: string }[];
    extract: string[];
    labels: { req?: string[] };
  }[];
}

/** A sentence with the judgments of the annotators. */
export interface JudgedSentence {
  text: string;
  features: number[];
  isQuote: boolean;
  /** Number of annotators, of three, who would keep it in a summary. */
  votes: number;
  /** Number of annotators, of three, who call it a request. */
  requests: number;
}

export interface JudgedThread {
  id: string;
  messages: JudgedSentence[][];
  abstracts: string[];
}

export function readThreads(corpora: string): JudgedThread[] {
  return readCorpus<Bc3Thread>(corpora, file).map(({ id, messages, annotations }) => ({
    id,
    abstracts: annotations.map(({ summary }) => summary.map(({ text }) => text).join(" ")),
    messages: messages.map(({ subject, sentences }, index) => {
      const texts = sentences.map(({ text }) =>
        text.replaceAll("&gt;", ">").replaceAll("&lt;", "<"),
      );
      const isQuote = texts.map((text) => /^\s*(?:>|\|)/.test(text) || /wrote:?\s*$/.test(text));
      const own = sentences.flatMap((sentence, at) =>
        isQuote[at] ? [] : [{ ...sentence, text: texts[at] ?? "" }],
      );
      const features = sentenceFeaturesOf({
        sentences: own.map(({ text }) => text),
        subject,
        quoted: texts.filter((_, at) => isQuote[at]).join(" "),
        isReply: index > 0,
      });
      const judged = (
        sentence: { id: string; text: string },
        row: number[],
        quote: boolean,
      ): JudgedSentence => ({
        text: sentence.text,
        features: row,
        isQuote: quote,
        votes: annotations.filter(({ extract }) => extract.includes(sentence.id)).length,
        requests: annotations.filter(({ labels }) => labels.req?.includes(sentence.id)).length,
      });
      let at = -1;
      return sentences.map((sentence, place) => {
        const quote = isQuote[place] ?? false;
        if (!quote) at++;
        return judged(
          { ...sentence, text: texts[place] ?? "" },
          quote ? [] : (features[at] ?? []),
          quote,
        );
      });
    }),
  }));
}

export interface SentenceModel {
  worth: Trees;
  request: Trees;
}

export function trainSentences(threads: readonly JudgedThread[]): SentenceModel {
  const own = threads.flatMap(({ messages }) => messages.flat()).filter(({ isQuote }) => !isQuote);
  const of = (target: (sentence: JudgedSentence) => number): Example[] =>
    own.map((sentence) => ({ features: sentence.features, target: target(sentence), weight: 1 }));
  return {
    worth: boost(
      of(({ votes }) => votes / 3),
      { rounds: 160, rate: 0.05 },
    ),
    request: boost(
      of(({ requests }) => Math.min(requests, 2) / 2),
      { rounds: 80, rate: 0.06, seed: 11 },
    ),
  };
}

/** Scores each thread with a model that was not trained on it: six folds, each scored by a model of the other five. */
export function crossValidateSentences(
  threads: readonly JudgedThread[],
): { thread: JudgedThread; model: SentenceModel }[] {
  return Array.from({ length: 6 }, (_, fold) => {
    const model = trainSentences(threads.filter((_thread, at) => at % 6 !== fold));
    return threads.filter((_thread, at) => at % 6 === fold).map((thread) => ({ thread, model }));
  }).flat();
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { corpora: { type: "string" } } });
  if (!values.corpora) throw new Error("--corpora DIR says where the data lies");
  const manifest = {
    made: new Date().toISOString().slice(0, 10),
    by: "tools/ai-train/sentences.ts",
    sources: [
      {
        what: "BC3, 24 mailing-list threads with 3 annotators each, CC BY-SA 3.0 (J. Ulrich, G. Murray, G. Carenini, UBC)",
        sha256: hashOf(values.corpora, file),
      },
    ],
    features: sentenceFeatures,
    metrics: "npm run ai:eval, rows 9 to 12, by six-fold cross-validation",
  };
  const model = trainSentences(readThreads(values.corpora));
  const target = new URL("../../server/ai/summaries/sentence-trees.json", import.meta.url);
  writeFileSync(target, `${JSON.stringify({ manifest, ...model })}\n`);
}

export { valueOf };
