/** Words that promise a file, in the languages people write most; as parts of words where a language joins them. */
const promises =
  /(?<!\p{L})(attach(ed|ing|ment|ments)?|enclosed|anhang|angehängt|anbei|beigefügt|anlage|anlagen|pi[eè]ces? jointes?|ci-joints?|ci-jointes?|en pj|adjunt[oa]s?|adjuntar|anexos?|em anexo|allegat[oi]|in allegato|bijlagen?|bijgevoegd|bifogad|bifogar|bifogat|vedlagt|vedhæftet|liitteenä|załącznik\p{L}*|załączam|в приложении|прикрепл\p{L}*|вложени\p{L}*)(?!\p{L})|添付|附件|附上|첨부/iu;

/** Whether somebody's own words speak of a file that goes along; quoted lines are somebody else's. */
export function promisesAttachment(text: string): boolean {
  const own = text
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n");
  return promises.test(own);
}
