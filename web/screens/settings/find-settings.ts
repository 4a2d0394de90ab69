interface Findable {
  name: string;
  also?: string;
}

const between = /[^\p{L}\p{N}]+/gu;

/** Returns the entries that contain each word, those with the words in their name first. */
export function findSettings<Entry extends Findable>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  const words = folded(typed).split(between).filter(Boolean);
  if (words.length === 0) return [];
  const ranked = entries.flatMap((entry) => {
    const name = folded(entry.name);
    const whole = `${name} ${folded(entry.also ?? "")}`;
    if (!words.every((word) => startsWord(whole, word))) return [];
    const isNamed = words.every((word) => startsWord(name, word));
    return [{ entry, rank: name.startsWith(words[0] ?? "") ? 0 : isNamed ? 1 : 2 }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}

/** Returns a text without case and accents. */
function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Words of languages without spaces begin anywhere. */
function startsWord(text: string, word: string): boolean {
  if (!/^[\p{Script=Latin}\p{N}]/u.test(word)) return text.includes(word);
  return ` ${text.replaceAll(between, " ")}`.includes(` ${word}`);
}
