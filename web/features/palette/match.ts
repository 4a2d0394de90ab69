/** The quality of a match, where more is better, and the positions of the matching characters. */
export interface Match {
  score: number;
  at: readonly number[];
  /** True if a word of the input is not in the text in one piece: a guess that is shown only where nothing fits better. */
  isGuess: boolean;
}

/** Matches the input if each of its words does: at the start of a word, within one, or letter by letter. */
export function match(typed: string, text: string): Match | null {
  const words = folded(typed).join("").split(/\s+/).filter(Boolean);
  const letters = folded(text);
  const at = new Set<number>();
  let score = 0;
  let isGuess = false;
  for (const word of words) {
    const one = wordIn(letters, Array.from(word));
    if (!one) return null;
    score += one.score;
    isGuess ||= one.isGuess;
    for (const index of one.at) at.add(index);
  }
  // Prefers the shorter of two equal matches.
  return { score: score - letters.length / 50, at: [...at], isGuess };
}

/** Reports whether one of the words of the input is a whole word of the text. */
export function hasWholeWord(typed: string, text: string): boolean {
  const wordsOf = (each: string) =>
    folded(each)
      .join("")
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  const all = new Set(wordsOf(text));
  return wordsOf(typed).some((word) => all.has(word));
}

function wordIn(letters: readonly string[], word: readonly string[]): Match | null {
  let best: Match | null = null;
  for (let start = 0; start + word.length <= letters.length; start += 1) {
    if (!word.every((letter, index) => letters[start + index] === letter)) continue;
    const score = start === 0 ? 100 : isWordStart(letters, start) ? 80 : 40;
    // Two letters in the middle of a word are there by chance.
    const isGuess = score === 40 && word.length < 3;
    if (!best || score > best.score)
      best = { score, at: word.map((_, index) => start + index), isGuess };
  }
  return best ?? letterByLetter(letters, word);
}

/**
 * `gs` finds "Go to Starred", `unsb` "Unsubscribe": each letter begins a word or follows the previous letter. In input longer
 * than an abbreviation, letters within a word may be skipped.
 */
function letterByLetter(letters: readonly string[], word: readonly string[]): Match | null {
  const maySkip = word.length > 3;
  const from = (index: number, before: number): number[] | null => {
    const letter = word[index];
    if (letter === undefined) return [];
    let isSameWord = index > 0;
    for (let place = before + 1; place < letters.length; place += 1) {
      const isStart = isWordStart(letters, place);
      if (place > before + 1 && isStart) isSameWord = false;
      const isNext = index > 0 && place === before + 1;
      if (letters[place] !== letter || !(isStart || isNext || (maySkip && isSameWord))) continue;
      const rest = from(index + 1, place);
      if (rest) return [place, ...rest];
    }
    return null;
  };
  if (word.length > maxLetters) return null;
  const at = from(0, -1);
  if (!at) return null;
  const starts = at.filter((place) => isWordStart(letters, place)).length;
  return { score: (starts * 30) / word.length, at, isGuess: true };
}

/** Longer input is not an abbreviation. */
const maxLetters = 12;

function isWordStart(letters: readonly string[], index: number): boolean {
  return index === 0 || !/[\p{L}\p{N}]/u.test(letters[index - 1] ?? "");
}

/** Returns the characters without case and accents, one for one. */
function folded(text: string): string[] {
  return Array.from(text).map(
    (letter) => letter.normalize("NFD").charAt(0).toLowerCase() || letter,
  );
}
