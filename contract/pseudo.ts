/**
 * A pseudo-language for testing that stays readable: each letter has an accent and each vowel is doubled. On a page in it, a text
 * in plain letters is missing from the catalog, and an element too narrow for longer words becomes visible.
 */

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [..."abcdefghijklmnopqrstuvwxyz"].map((letter, at) => [
    letter,
    [..."åƀçđéƒĝĥîĵķļɱñøþɋŕšţûṽŵẋýž"][at] ?? letter,
  ]),
);
const accentedCapitals: Readonly<Record<string, string>> = Object.fromEntries(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter, at) => [
    letter,
    [..."ÅƁÇĐÉƑĜĤÎĴĶĻṀÑØÞɊŔŠŢÛṼŴẊÝŽ"][at] ?? letter,
  ]),
);

/** Returns a text in the pseudo-language. Addresses, file names and locations on the page stay unchanged. */
export function pseudo(text: string): string {
  if (/^[#/]|^https?:|^\S+\.\w{2,4}$/.test(text)) return text;
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const other = accented[letter] ?? accentedCapitals[letter] ?? letter;
    return /[aeiou]/.test(letter) ? other + other : other;
  });
}

/** Returns nested texts in it, at any depth. Arguments that are inserted into a text stay unchanged. */
export function inPseudo<Texts>(texts: Texts): Texts {
  // Safe: the result has the shape of its input.
  return translated(texts) as Texts;
}

function translated(texts: unknown): unknown {
  if (typeof texts === "string") return pseudo(texts);
  if (Array.isArray(texts)) return texts.map(translated);
  if (typeof texts === "function") {
    return (...args: unknown[]) => {
      const reported: unknown = texts(...args);
      return typeof reported === "string" ? around(args, reported) : translated(reported);
    };
  }
  if (typeof texts !== "object" || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, translated(value)]));
}

function around(args: readonly unknown[], reported: string): string {
  const given = args
    .flatMap((arg) => (typeof arg === "object" && arg ? Object.values(arg).flat() : [arg]))
    .filter((arg) => typeof arg === "string")
    .filter((arg) => arg !== "");
  let done = "";
  for (let rest = reported; rest !== "";) {
    const arg = given.find((each) => rest.startsWith(each));
    const piece = arg ?? rest.slice(0, 1);
    done += arg ?? pseudo(piece);
    rest = rest.slice(piece.length);
  }
  return done;
}
