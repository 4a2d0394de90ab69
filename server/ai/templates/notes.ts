import type { TemplateWords } from "./built-in.ts";

/** The notes of a user about a message, in the parts that a template puts in different places. */
export interface Notes {
  /** Short notes. */
  details: string[];
  /** Notes that are sentences of their own. */
  sentences: string[];
  /** The event of a message of sympathy, and the position that an application is about. */
  clause?: string;
  position?: string;
}

/** Separates notes; a comma or a period within a number or a date does not. */
const between = /\n+|;\s+|(?<!\b\d{1,2}|\b\p{L})\.(?:\s+|$)|,\s+(?=\D)/u;
const maxNotes = 12;

/** Splits notes such as "flu, out until Thursday. Thank Jasper for his help" into their parts. */
export function readNotes(context: string, words: TemplateWords): Notes {
  const found: Notes = { details: [], sentences: [] };
  const [clause, changedClause] = words.clause;
  const patterns = { clause: new RegExp(clause, "iu"), position: new RegExp(words.position, "iu") };
  const isSentence = new RegExp(words.sentence, "iu");
  const notes = context.slice(0, 2000).split(between, maxNotes);
  for (const note of notes.flatMap((each) => each.trim() || [])) {
    const rule = words.notes.find(([from]) => new RegExp(from, "iu").test(note));
    const position = patterns.position.exec(note)?.groups?.name;
    if (position !== undefined) found.position ??= position;
    else if (rule) {
      const lower = note.slice(0, 1).toLowerCase() + note.slice(1);
      found.sentences.push(asSentence(lower.replace(new RegExp(rule[0], "iu"), rule[1])));
    } else if (isSentence.test(note)) found.sentences.push(asSentence(note));
    else if (patterns.clause.test(note))
      found.clause ??= note.replace(patterns.clause, changedClause);
    else found.details.push(note);
  }
  return found;
}

function asSentence(note: string): string {
  const upper = note.slice(0, 1).toUpperCase() + note.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
}

const slots =
  /\{([^{}|]{0,40}?)\b(details|clause|position)\b([^{}|]{0,10})(?:\|([^{}]{1,60}))?\}/gu;

/**
 * Fills `{: details|gap}`: the text around the slot is for a note, and without one the gap is shown in braces, if there is one.
 * Returns undefined if a slot has neither.
 */
export function fillNotes(
  wording: string,
  { clause, position, details }: Notes,
): string | undefined {
  let isWhole = true;
  const apart = { clause, position };
  const inside = Object.entries(apart).flatMap(([slot, value]) =>
    value === undefined || wording.includes(`{${slot}}`) ? [] : value,
  );
  const values = { ...apart, details: [...inside, ...details].join(", ") };
  const filled = wording.replaceAll(
    slots,
    (_, before: string, slot: keyof typeof values, after: string, gap: string | undefined) => {
      const value = values[slot] ?? "";
      if (value !== "") return `${before}${value}${after}`;
      if (gap !== undefined) return `${before}{${gap}}${after}`;
      if (slot !== "details") isWhole = false;
      return "";
    },
  );
  return isWhole ? filled : undefined;
}
