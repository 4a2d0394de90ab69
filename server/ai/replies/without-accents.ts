/** Returns the text without accents, with each letter at its place, so that patterns need none. */
export function withoutAccents(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  const letters = Array.from(text.normalize("NFC"), (letter) => {
    const base = letter.normalize("NFD").replaceAll(/\p{M}/gu, "");
    return base.length === letter.length ? base : letter;
  });
  return letters.join("");
}
