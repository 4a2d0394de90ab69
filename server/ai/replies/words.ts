import { Stance, Tone } from "@inlet/contract/ai/smart-replies.ts";
import { z } from "zod";
import { acts, type Language } from "./acts.ts";
import { withoutAccents } from "./without-accents.ts";
import de from "./words/de.json" with { type: "json" };
import en from "./words/en.json" with { type: "json" };
import es from "./words/es.json" with { type: "json" };
import fr from "./words/fr.json" with { type: "json" };
import it from "./words/it.json" with { type: "json" };
import nl from "./words/nl.json" with { type: "json" };
import pt from "./words/pt.json" with { type: "json" };

/** One text for each tone. */
const ByTone = z.tuple([z.string(), z.string(), z.string()]);
/**
 * Wordings of one answer, for each tone. The part before "|" is enough for a short reply. Slots are in braces, and a wording is
 * skipped if the message does not fill its slot. Of `<du/Sie>` the first is for people on first-name terms.
 */
const Wordings = z.array(z.array(z.string()).min(1)).length(Tone.options.length);
/** A pattern for text without accents. */
const pattern = z.string().transform((source) => new RegExp(withoutAccents(source), "iu"));

const Words = z.object({
  /** The greeting and closing around an answer. */
  frame: z.object({
    /** For each tone: with the first name, without a name, and for people who are called by their last name. */
    greeting: z.tuple([ByTone, ByTone, ByTone]),
    signOff: ByTone,
    /** The last sentence of a long reply. */
    closing: z.record(Stance, ByTone),
  }),
  /** Signs that the sender is on first-name terms with the user, or is not: in the first line, and anywhere. */
  relation: z.object({
    first: z.string(),
    last: z.string().transform(withoutAccents),
    you: z.string(),
    formalYou: z.string(),
  }),
  /** A day, with a time if one follows, and the same after "by"; the word between two that are offered. */
  day: z.string().transform((source) => new RegExp(withoutAccents(source), "giu")),
  by: pattern,
  or: pattern,
  /** A question about what the user is able or willing to do, unlike one about a fact. */
  willing: pattern,
  /** A request that only the user can grant: payment, data, approval. */
  delicate: pattern,
  /** The way to promise in the sender's words what they request. */
  echo: z.object({
    asks: z.array(
      z.object({
        pattern: z.string().transform((source) => new RegExp(withoutAccents(source), "diu")),
        /** The infinitive of each imperative, which goes before or after the rest. */
        verbs: z.record(z.string(), z.string()).optional(),
        isVerbLast: z.boolean().default(false),
        /** The pronoun that is joined to the infinitive, as in "mandarte" for "¿Nos puedes mandar…?". */
        clitic: z.string().default(""),
      }),
    ),
    /** The end of the request, words that show that it is not plain, and another question after it. */
    cut: pattern,
    stop: pattern,
    more: pattern,
    /** Two words that a verb at the end is made of; "" in other languages. */
    joins: z.string().default("(?!)"),
    flips: z.array(z.tuple([z.string(), z.string()])),
    first: z.string(),
    next: z.string(),
    rest: z.string(),
    restSoon: z.string(),
  }),
  /** The first sentence of an answer to a message that brings news and also asks. */
  openers: z.partialRecord(z.enum(acts), z.string()),
  phrases: z.record(z.string(), z.partialRecord(Stance, Wordings)),
  cues: z.array(
    z.object({
      act: z.enum(acts),
      weight: z.number(),
      pattern,
      needsDate: z.boolean().default(false),
      needsQuestion: z.boolean().default(false),
      needsProposal: z.boolean().default(false),
    }),
  ),
  /** Courtesies that neither request nor thank. */
  courtesies: z.array(z.string().transform((source) => new RegExp(withoutAccents(source), "giu"))),
});
export type Words = z.output<typeof Words>;

const files: Record<Language, unknown> = { de, en, es, fr, it, nl, pt };
const read = new Map<Language, Words>();

/** Returns the words of a language, which are checked on first use. */
export function wordsOf(language: Language): Words {
  const known = read.get(language) ?? Words.parse(files[language]);
  read.set(language, known);
  return known;
}
