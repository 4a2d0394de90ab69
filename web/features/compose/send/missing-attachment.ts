/** Words that announce an attachment, in widely used languages; parts of words in languages that join them. */
const promises =
  /(?<!\p{L})(attach(ed|ing|ment|ments)?|enclosed|anhang|angehängt|anbei|beigefügt|anlage|anlagen|pi[eè]ces? jointes?|ci-joints?|ci-jointes?|en pj|adjunt[oa]s?|adjuntar|anexos?|em anexo|allegat[oi]|in allegato|bijlagen?|bijgevoegd|bifogad|bifogar|bifogat|vedlagt|vedhæftet|liitteenä|załącznik\p{L}*|załączam|в приложении|прикрепл\p{L}*|вложени\p{L}*)(?!\p{L})|添付|附件|附上|첨부/iu;

/** Reports whether the user's own text mentions an attachment; quoted lines are someone else's text. */
export function promisesAttachment(text: string): boolean {
  const own = text
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n");
  return promises.test(own);
}
