/**
 * Reports whether a word is another one with a typo: a letter too many, too few or wrong, or two swapped; up to two typos in a
 * long word.
 */
export function isNearly(word: string, other: string): boolean {
  const allowed = word.length >= 8 ? 2 : 1;
  if (Math.abs(word.length - other.length) > allowed) return false;
  // Three rows of the edit distance matrix are enough, and with so few edits only its diagonal band matters.
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= word.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = word[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 &&
        column > 1 &&
        word[row - 1] === other[column - 2] &&
        word[row - 2] === other[column - 1];
      if (isSwapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line.push(least);
    }
    before = last;
    last = line;
  }
  return (last.at(-1) ?? 0) <= allowed;
}
