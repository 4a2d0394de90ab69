/**
 * Characters that take up no room or turn text around: nothing a reader sees, and what hides words from one. Controls,
 * bidi marks, zero-width ones, fillers, variation selectors and the tag characters, in which whole sentences can hide.
 */
const unseen = /[^\P{C}\t\n\v\f\r]|[\p{Default_Ignorable_Code_Point}\u2800\uFFF0-\uFFFB]/gu;

/** The text as a reader sees it: one form for each character, and none that does not show. */
export function visibleCharacters(text: string): string {
  return (
    text
      .slice(0, maxLength)
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
      .replace(unseen, "")
      .normalize("NFKC")
      .replace(unseen, "")
      // What stands for one character may be eighteen long.
      .slice(0, maxLength)
  );
}

/** Longer than any mail that a person wrote; every step after this one costs in proportion. */
export const maxLength = 200_000;
