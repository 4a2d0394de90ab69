/**
 * A language that nobody speaks and everybody can read: each letter has an accent and each vowel stands twice. On a
 * page that speaks it, a text of plain letters stands in no catalogue, and what is too narrow for longer words shows.
 */
/** A text in it. Addresses, names of files and places on the page stay what they are. */
export declare function pseudo(text: string): string;
/** Whole texts in it, as deep as they are. What a text is given to put in stays as it is. */
export declare function inPseudo<Texts>(texts: Texts): Texts;
