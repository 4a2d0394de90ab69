import type { MailLine } from "./html-reader.ts";

/**
 * Marks the lines that are not the sender's own text: lines after ">", the line that introduces them ("On … wrote:"), and
 * everything from the header block of a message that the mail client put below the reply.
 */
export function markQuotes(lines: readonly MailLine[]): MailLine[] {
  const marked = lines.map((line) =>
    line.part === "own" && isBehindMark(line.text) ? { ...line, part: "quoted" as const } : line,
  );
  const filled = nextFilled(marked);
  for (let at = 0; at < marked.length; at++) {
    if (marked[at]?.part === "quoted" || marked[at]?.text === "") continue;
    if (startsForeignMail(marked, at)) return markFrom(marked, at);
    const length = introductionAt(marked, at);
    if (length === 0) continue;
    const follower = marked[filled[at + length] ?? marked.length];
    // After an introduction, lines with ">" are marked one by one. Without them everything that follows is quoted.
    if (follower && follower.part !== "quoted") return markFrom(marked, at);
    for (let one = at; one < at + length; one++) mark(marked, one);
  }
  return marked;
}

/** Returns for each line the index of the next line that is not empty, starting with itself. */
function nextFilled(lines: readonly MailLine[]): number[] {
  const next: number[] = Array.from({ length: lines.length });
  let last = lines.length;
  for (let at = lines.length - 1; at >= 0; at--) {
    if (lines[at]?.text !== "") last = at;
    next[at] = last;
  }
  return next;
}

function markFrom(lines: MailLine[], start: number): MailLine[] {
  for (let at = start; at < lines.length; at++) mark(lines, at);
  return lines;
}

function mark(lines: MailLine[], at: number): void {
  const line = lines[at];
  if (line) lines[at] = { ...line, part: "quoted" };
}

function isBehindMark(text: string): boolean {
  return /^\s{0,3}(?:[A-Z]{0,3}>|\|\s)/.test(text) && !/^\s*>{3,}\s*$/.test(text);
}

/** "On … wrote:" in the languages of common mail clients. */
const wrote = new RegExp(
  `(?:${[
    "wrote",
    "writes",
    "schrieb",
    "schrieb am [^:]{4,60}",
    "a [ée]crit",
    "escribi[óo]",
    "escreveu",
    "ha scritto",
    "scrisse",
    "schreef",
    "skrev",
    "kirjoitti",
    "napisał(?:\\(a\\)|a)?",
    "napsal(?:\\(a\\)|a)?",
    "pisze",
    "написал(?:\\(а\\)|а)?",
    "пишет",
    "написав",
    "írta",
    "a scris",
    "yazdı",
    "şunu yazdı",
    "έγραψε",
    "כתב(?:ה)?",
    "كتب",
    "schreib",
    "skreiv",
  ].join("|")})(?: [^:]{0,60})?\\s?:$`,
  "iu",
);
const wroteInEastAsia = /(?:写道|寫道|のメール|が書きました|님이 작성|작성)[^:：]{0,12}[:：]$/u;
/** A date or an address: without one, a line with such an ending is the sender's sentence. */
const whenOrWho = /\d[./\-年월月 ]|\S@\S|\d:\d{2}/u;

/**
 * Returns the number of lines that introduce a quotation here, or 0. Mail programs wrap the introduction over up to three lines.
 */
function introductionAt(lines: readonly MailLine[], at: number): number {
  let text = "";
  for (let length = 1; length <= 3; length++) {
    const line = lines[at + length - 1];
    if (!line || line.text === "" || line.part === "quoted") return 0;
    text = `${text} ${line.text}`.trim();
    if (text.length > 300) return 0;
    if ((wrote.test(text) || wroteInEastAsia.test(text)) && whenOrWho.test(text)) return length;
    // A line that ends a sentence does not begin an introduction.
    if (/[.!?]$/.test(line.text) && !/\b[ap]\.m\.$/i.test(line.text)) return 0;
  }
  return 0;
}

const divider =
  /^[-_*= ]{2,}\s?(?:original (?:message|appointment)|forwarded (?:message|by)|forwarded|begin forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message (?:d'origine|transféré|original)|mensaje (?:original|reenviado)|mensagem (?:original|encaminhada)|messaggio (?:originale|inoltrato)|oorspronkelijk bericht|doorgestuurd bericht|ursprungligt meddelande|opprinnelig melding|oprindelig meddelelse|alkuperäinen viesti|пересылаемое сообщение|исходное сообщение|wiadomość oryginalna|původní zpráva|原始邮件|转发邮件|元のメッセージ|転送メッセージ)/iu;
const forwarded =
  /^(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem reencaminhada)\s?:?$/iu;
const fromWord =
  /^\*?(?:from|von|de|da|van|från|fra|lähettäjä|od|от|від|feladó|gönderen|από|מאת|من|发件人|寄件者|差出人|보낸 사람)\s?\*?\s?[:：]\*?/iu;
const headWord =
  /^\*?(?:from|sent|date|to|cc|subject|reply-to|importance|von|gesendet|datum|an|betreff|de|envoyé|à|objet|enviado(?: el| em)?|fecha|para|asunto|assunto|data|da|inviato|a|oggetto|van|verzonden|aan|onderwerp|från|skickat|till|ämne|fra|sendt|til|emne|lähettäjä|lähetetty|vastaanottaja|aihe|od|wysłano|do|temat|odesláno|komu|předmět|от|отправлено|кому|тема|дата|发件人|发送时间|收件人|主题|抄送|寄件者|差出人|送信日時|宛先|件名)\s?\*?\s?[:：]/iu;

function startsForeignMail(lines: readonly MailLine[], at: number): boolean {
  const text = lines[at]?.text ?? "";
  if (divider.test(text) || forwarded.test(text)) return true;
  if (!fromWord.test(text)) return false;
  const near = lines.slice(at + 1, at + 8).filter((line) => line.text !== "");
  return near.slice(0, 5).filter((line) => headWord.test(line.text)).length >= 2;
}
