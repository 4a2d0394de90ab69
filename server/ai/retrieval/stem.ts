/**
 * An English word without its usual endings, so that "invoices" finds "invoice": plain enough for the beginning of a word
 * in the index to be the same. Words with digits and of other scripts stay as they are.
 */
export function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  for (const [ending, least] of endings) {
    if (word.endsWith(ending) && word.length - ending.length >= least)
      return word.slice(0, -ending.length);
  }
  return word;
}

const endings = [
  ["ies", 4],
  ["ing", 4],
  ["ed", 4],
  ["es", 4],
  ["s", 3],
  ["e", 4],
  ["y", 4],
] as const;
