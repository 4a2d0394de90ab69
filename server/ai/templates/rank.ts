/** An item that is ranked by its words; those in the name weigh more. */
export interface Ranked<Item> {
  item: Item;
  name: string;
  text: string;
}

/** Weights of a word's repetition and of a text's length (Robertson's BM25). */
const k1 = 1.2;
const b = 0.75;
const nameWeight = 3;

/** Returns the items that share a word with the query, the best first. */
export function rank<Item>(items: readonly Ranked<Item>[], wanted: string): Item[] {
  const documents = items.map(({ item, name, text }) => {
    const words = [
      ...wordsOf(text),
      ...Array.from({ length: nameWeight }, () => wordsOf(name)).flat(),
    ];
    return { item, counts: countsOf(words), length: words.length };
  });
  const usual =
    documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const scored = documents.map(({ item, counts, length }) => {
    const score = [...new Set(wordsOf(wanted))].reduce((sum, word) => {
      const count = counts.get(word) ?? 0;
      const having = documents.filter((each) => each.counts.has(word)).length;
      const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
      return sum + (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / usual));
    }, 0);
    return { item, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

/** Returns the words without inflectional endings: "meetings" becomes "meet". */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !little.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ings?|ed|es|s|e|ation)$/, "") : word));
}

const little = new Set(
  "a an the to of for and or in on at my your our is are be with i you we it about some me us".split(
    " ",
  ),
);

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
