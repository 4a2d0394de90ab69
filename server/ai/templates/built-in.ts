import { Tone } from "@inlet/contract/ai/smart-replies.ts";
import { z } from "zod";
import { type Language, languages } from "../replies/acts.ts";
import { withoutAccents } from "../replies/without-accents.ts";
import { languageOf } from "../text/language.ts";
import common from "./words/common.json" with { type: "json" };
import de from "./words/de.json" with { type: "json" };
import en from "./words/en.json" with { type: "json" };
import es from "./words/es.json" with { type: "json" };
import fr from "./words/fr.json" with { type: "json" };
import it from "./words/it.json" with { type: "json" };
import nl from "./words/nl.json" with { type: "json" };
import pt from "./words/pt.json" with { type: "json" };

/** Wordings of one tone; the first whose slots are filled is used. */
const Wordings = z.array(z.string()).min(1);
const Words = z.object({
  /** Little words that say nothing about a purpose. */
  little: z.string().transform((words) => new Set(withoutAccents(words).split(" "))),
  /** Rewrites notes such as "invite to apply again" as a sentence of the writer. */
  notes: z.array(z.tuple([z.string(), z.string()])),
  /** The first words of a note that is a sentence. */
  sentence: z.string(),
  /** A note about an event, and the same as the reader would put it. */
  clause: z.tuple([z.string(), z.string()]),
  /** The name of a field in a note, such as "Position: …". */
  position: z.string(),
  purposes: z.array(
    z.object({
      name: z.string(),
      /** Beginnings of words that all occur in a purpose, for each way to put it. */
      find: z.string().transform((ways) =>
        withoutAccents(ways)
          .split(", ")
          .map((way) => way.split(" ")),
      ),
      /** One for each tone, or one for all. */
      bodies: z.array(Wordings).min(1).max(Tone.options.length),
    }),
  ),
});
export type TemplateWords = z.output<typeof Words>;
type Purpose = TemplateWords["purposes"][number];

const files: Record<Language, unknown> = { de, en, es, fr, it, nl, pt };
const read = new Map<Language, TemplateWords>();

/** Returns the templates of a language, which are checked on first use. */
export function templateWords(language: Language): TemplateWords {
  const known = read.get(language) ?? Words.parse(files[language]);
  read.set(language, known);
  return known;
}

const refused = new RegExp(
  String.raw`(?<![\p{L}])(?:${common.refused.map(withoutAccents).join("|")})`,
  "iu",
);
/** A way must be about at least this share of the purpose. */
const minShare = 0.25;

interface Found {
  purpose: Purpose;
  language: Language;
  score: number;
  /** Number of words by which it was found. */
  words: number;
}

/** Returns the template that fits a purpose, in the language of the purpose; undefined if none fits. */
export function findPurpose(
  asked: string,
  context: string,
): Pick<Found, "purpose" | "language"> | undefined {
  const text = withoutAccents(asked.slice(0, 400)).toLowerCase();
  if (refused.test(text)) return undefined;
  const written = languageOf(asked);
  const isOther = ({ language, words }: Found) =>
    words === 1 && languages.some((each) => each === written) && language !== written;
  // One word alone may be of another language that has it too.
  const found = languages
    .flatMap((language) => bestOf(text, language) ?? [])
    .filter((each) => !isOther(each));
  const most = Math.max(...found.map(({ words }) => words));
  const best = found.filter(({ words }) => words === most);
  const spoken = best.length > 1 ? languageOf(`${asked}. ${context}`) : null;
  return best.find(({ language }) => language === spoken) ?? best[0];
}

/** A short word must be whole: "ill" is not the beginning of "illustration". */
const begins = (word: string, stem: string) =>
  word.startsWith(stem) && (stem.length > 3 || word.length <= stem.length + 1);

function bestOf(text: string, language: Language): Found | undefined {
  const { purposes, little } = templateWords(language);
  const words = (text.match(/[\p{L}\p{N}']+/gu) ?? []).filter((word) => !little.has(word));
  let best: Found | undefined;
  for (const purpose of purposes) {
    for (const way of purpose.find) {
      const meant = way.filter((stem) => !little.has(stem));
      const isMet = way.every((stem) =>
        little.has(stem) ? text.includes(stem) : words.some((word) => begins(word, stem)),
      );
      if (!isMet || meant.length / words.length < minShare) continue;
      // More words are closer, and longer ones rarer.
      const score = way.length + way.join("").length / 100;
      if (score > (best?.score ?? 0)) best = { purpose, language, score, words: way.length };
    }
  }
  return best;
}
