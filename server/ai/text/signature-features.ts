/** Maximum distance of a signature's beginning from the end of a message, in lines that are not blank. */
export const signatureReach = 16;

export const signatureFeatures = [
  "always",
  "is last",
  "is last but one",
  "is third to fifth from the end",
  "lies further up",
  "two words at most",
  "four words at most",
  "twelve words or more",
  "ends with a comma",
  "ends a sentence",
  "says farewell",
  "says farewell and no more",
  "thanks",
  "phone number",
  "mail address",
  "web address",
  "sender's name",
  "capital words only",
  "name of a role or firm",
  "street or town",
  "rules off",
  "words of a sentence",
  "two words of a sentence",
  "stands below a farewell",
  "stands above a short line of capital words",
  "is the only line",
  "sent from a device",
  "not for others",
  "greets",
  "list item",
  "names what follows",
  "many digits",
  "initials",
  "asks or points at what is attached",
  "stands above what can be called or written to",
] as const;

const farewells =
  "regards|best regards|kind regards|warm regards|warmest regards|best wishes|best|all the best|sincerely|yours sincerely|yours truly|yours faithfully|yours|respectfully|cheers|cordially|thanks|thank you|many thanks|thanks again|thanks in advance|thx|tks|ciao|love|take care|see you|talk soon|br|rgds|mfg|lg|vg|mit freundlichen grüßen|freundliche grüße|viele grüße|liebe grüße|beste grüße|herzliche grüße|schöne grüße|gruß|grüße|danke|vielen dank|cordialement|bien cordialement|bien à vous|amicalement|salutations|merci|bises|à bientôt|saludos|un saludo|saludos cordiales|atentamente|gracias|un abrazo|abrazos|atenciosamente|atenciosamente|obrigado|obrigada|abraço|abraços|cumprimentos|cordiali saluti|distinti saluti|saluti|grazie|a presto|met vriendelijke groet|met vriendelijke groeten|vriendelijke groeten|groeten|groetjes|bedankt|mvg|med vänliga hälsningar|vänliga hälsningar|hälsningar|mvh|tack|med venlig hilsen|med vennlig hilsen|venlig hilsen|vennlig hilsen|hilsen|tak|takk|ystävällisin terveisin|terveisin|kiitos|pozdrawiam|z poważaniem|dziękuję|s pozdravem|děkuji|с уважением|спасибо|з повагою|дякую|üdvözlettel|köszönöm|saygılarımla|teşekkürler|με εκτίμηση|ευχαριστώ|בברכה|תודה|مع تحياتي|شكرا|此致|敬礼|祝好|谢谢|よろしくお願いします|よろしくお願いいたします|ありがとうございます|감사합니다";
const farewell = new RegExp(`^(?:${farewells})(?:[\\s,.!-]|$)`, "iu");
const farewellAlone = new RegExp(
  `^(?:${farewells})(?: (?:and|&) (?:${farewells}))?\\s*[,.!-]*$`,
  "iu",
);
const phone =
  /(?:\+\d|\(\d{3}\)|\d{3}[-./ ]\d{3,4}|\d{3}[-./ ]\d{2,4}[-./ ]\d{2,4}|\b\d-\d{4}\b|\bext?\.? ?\d|\b(?:tel|fax|phone|mobile|cell|office)\b)/i;
const mailAddress = /[\w.+-]@[\w-]/;
const role =
  /\b(?:manager|director|president|vice|vp|ceo|cto|cfo|analyst|engineer|developer|assistant|associate|counsel|attorney|professor|consultant|coordinator|specialist|administrator|officer|head of|lead|sales|marketing|department|dept|desk|team|group|division|inc|llc|ltd|gmbh|corp|corporation|company|co|university|institute|services|international|global|communications|geschäftsführer|leiter|abteilung|universität|directeur|responsable|société|gerente|director[ae]|direttore|universidad|università)\b\.?/iu;
const place =
  /\b(?:street|st|avenue|ave|road|rd|suite|ste|floor|box|blvd|drive|straße|strasse|str|platz|rue|calle|via|plaza|[A-Z]{2} \d{5})\b|\b\d{5}(?:-\d{4})?$/;
const sentenceWords =
  /\b(?:i|you|we|he|she|it|they|is|are|was|were|will|would|can|could|should|have|has|had|the|this|that|please|if|be|been|do|does|not|me|my|your|our|us|to|ich|sie|wir|ist|sind|wird|bitte|nicht|das|je|vous|nous|est|sont|pas|les|que|yo|usted|es|son|por|favor|los|no)\b/giu;

/** Returns the features of one of the last lines that are not blank. */
export function signatureFeaturesOf(
  lines: readonly string[],
  at: number,
  sender: string,
): number[] {
  const line = (lines[at] ?? "").trim().slice(0, 300);
  const fromEnd = lines.length - 1 - at;
  const words = line.split(/\s+/).filter(Boolean);
  const functional = line.match(sentenceWords)?.length ?? 0;
  const next = lines[at + 1]?.trim() ?? "";
  const names = sender
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((it) => it.length > 2);
  const own = line.toLowerCase().split(/[^\p{L}]+/u);
  const isFarewell = farewell.test(line) && words.length <= 5;
  return [
    true,
    fromEnd === 0,
    fromEnd === 1,
    fromEnd >= 2 && fromEnd <= 4,
    fromEnd >= 8,
    words.length <= 2,
    words.length <= 4,
    words.length >= 12,
    line.endsWith(","),
    /[.?!:;]$/.test(line) && words.length > 2,
    isFarewell,
    farewellAlone.test(line),
    /^(?:thanks|thank you|thx|danke|merci|gracias|grazie)/i.test(line) && words.length <= 4,
    phone.test(line) && words.length <= 12,
    mailAddress.test(line) && words.length <= 8,
    /(?:https?:|www\.)\S/i.test(line) && words.length <= 4,
    words.length <= 8 && names.some((it) => own.includes(it)),
    words.length <= 5 && isCapital(words),
    words.length <= 9 && role.test(line),
    words.length <= 10 && place.test(line),
    /^[-_=*~#]{3,}/.test(line),
    functional >= 1,
    functional >= 2,
    farewellAlone.test(lines[at - 1]?.trim() ?? ""),
    next !== "" && next.split(/\s+/).length <= 3 && isCapital(next.split(/\s+/)),
    lines.length === 1,
    /^(?:sent (?:from|via|with) |von meinem .{2,40} gesendet|gesendet (?:von|mit)|envoyé de(?:puis)? |enviado (?:desde|do|de) |inviato da|verzonden vanaf|skickat från|отправлено с|get outlook for)/i.test(
      line,
    ),
    /confidential|intended recipient|privileged|disclaimer|vertraulich|confidentiel/i.test(line),
    /^(?:hi|hello|hey|dear|good (?:morning|afternoon)|hallo|liebe|lieber|sehr|bonjour|cher|chère|hola|estimad|ciao|olá)\b/i.test(
      line,
    ),
    /^(?:[-*•]|\(?\d{1,3}[.)])\s/.test(line),
    /^[\p{L} ]{2,20}:/u.test(line) && !phone.test(line),
    (line.match(/\d/g)?.length ?? 0) * 3 > line.length,
    /^[A-Z]{2,3}\.?$/.test(line),
    /[?]|\b(?:attached|see|call|let me know|please)\b/i.test(line),
    phone.test(next) || mailAddress.test(next),
  ].map(Number);
}

function isCapital(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => /^[\p{Lu}&"'(-]/u.test(word));
}
