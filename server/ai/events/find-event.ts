import * as chrono from "chrono-node";
import type { CleanMail } from "../text/clean-mail.ts";
import { withoutEnding } from "../summaries/without-ending.ts";

/** A meeting that a message names, by the sender's clock. */
export interface FoundEvent {
  title: string;
  place: string;
  /** Local time, such as `2026-12-03T14:00`. */
  start: string;
  end: string;
  /** The words that state the time. */
  words: string;
}

const readers: Readonly<Record<string, typeof chrono.casual>> = {
  en: chrono.casual,
  de: chrono.de.casual,
  fr: chrono.fr.casual,
  es: chrono.es.casual,
};

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const sentencesMax = 60;
const lengthMax = 400;
const titleMax = 200;

/** Words for a meeting. */
const meeting =
  /\b(?:meet(?:ing|s|up)?|call|appointment|lunch|dinner|breakfast|coffee|interview|demo|visit|workshop|see you|get together|catch up|treffen|besprechung|termin|sitzung|gespräch|telefonat|mittagessen|abendessen|kaffee|besuch|réunion|rendez-vous|rencontre|entretien|déjeuner|dîner|appel|visite|reunión|cita|almuerzo|cena|comida|llamada|entrevista|encuentro|vernos|visita)\b|\btreffen\b/iu;
/** Words for past, canceled or questioned meetings, for deadlines, and for times that may change. */
const otherwise =
  /\b(?:was|were|had|met|ago|last|yesterday|not|no longer|never|cannot|can't|won't|don't|doesn't|isn't|cancel\w*|off|unable|skip|declin\w*|unfortunately|instead|postpon\w*|reschedul\w*|moved?|until|till|by|before|after|deadline|due|expires?|or|unless|maybe|perhaps|about|around|every|each|weekly|daily|nicht|kein\w*|abgesagt|absagen|absage|leider|verschieben|verschoben|statt|bis zum|spätestens|vor|nach|oder|vielleicht|etwa|gegen|jeden|war|hatte|gestern|letzte\w*|pas|plus|annul(?:ée?|er)|report(?:ée?|er)|malheureusement|avant|après|ou|peut-être|vers|chaque|était|hier|dernière?|jamais|cancela(?:d\w+|r)|aplaza(?:d\w+|r)|antes|después|quizás?|hacia|cada|era|fue|ayer|pasad[oa]|no)\b/iu;
const zone = /^[\s,(]*(?:UTC|GMT|[A-Z]{1,4}S?T|ME[SZ]{1,2}|[+-]\d{1,2}(?::?\d{2})?)\b/;
/** Words that mark a message as about a canceled or moved meeting, anywhere in it. */
const calledOff =
  /\b(?:cancel(?:s|led|ed|ling|ing|lation)?|call(?:ed|ing)? (?:it |this |that |the \p{L}+ )?off|is off|unable to (?:attend|come|join|make)|(?:can't|cannot|won't|won't be able to|not be able to) (?:attend|come|join|make)|have to skip|skip (?:the|our|this)|postpon\w*|reschedul\w*|mov(?:e|ed|ing) (?:the|our|this) (?:meeting|call|appointment|lunch|dinner|breakfast|coffee|interview|demo|visit|workshop)|absage\w*|abgesagt|abzusagen|sagen? (?:\p{L}+ ){1,4}ab|entfällt|fällt (?:\p{L}+ ){0,3}aus|verschieb\w*|verschoben|zu verschieben|verleg(?:en|t)|annul(?:er|e|ons|ez|é|ée|és|ées|ation)|report(?:er|ons|é|ée|és|ées)|décal(?:er|ons|é|ée)|cancel(?:ar|o|amos|ad\p{L}+|ación)|aplaz(?:ar|o|amos|ad\p{L}+)|pospon\p{L}+|reprogram\p{L}+)(?!\p{L})/iu;
/** A time with an explicit clock of a person or place, before it or after. */
const someClock =
  /\b(?:(?:your|my|our|their|his|her|local|uk|us|eastern|pacific|central|mountain) time|(?:ihrer|deiner|eurer|unserer|meiner) zeit|ortszeit|(?:votre|ton|notre|mon) heure|heure (?:locale|de)|hora (?:local|de))\b/iu;
/** Matches times in another time zone. */
const otherClock =
  /^[\s,(]*(?:(?:\p{L}+\s+){0,2}(?:time|zeit|heure|hora)\b|(?:eastern|pacific|central|mountain)\b)/iu;
const place =
  /\b(?:in|at|im|in der|en|dans|à|a la) (?:the |der |la |le )?((?:room|raum|saal|salle|sala|café|restaurant|office|büro|bureau|oficina)\b[^,.;!?\n]{0,60})/iu;

/**
 * Returns the only meeting that a message names with day and hour; null without one, with several, or if its time is in doubt:
 * a missing suggestion is better than a wrong one.
 */
export function findEvent(
  mail: Pick<CleanMail, "subject" | "sentences" | "language">,
  { sent, now }: { sent: Date; now: number },
): FoundEvent | null {
  const language = mail.language ?? "en";
  const reader = readers[language];
  if (!reader || Number.isNaN(sent.getTime()) || mail.sentences.length > sentencesMax) return null;
  const named = wholeSentences(mail).flatMap((text) => timesIn(reader, text, sent));
  const [only, ...others] = named;
  if (only === undefined || others.length > 0) return null;
  const { result, text } = only;
  const rest = text.slice(0, result.index) + text.slice(result.index + result.text.length);
  if (text.length > lengthMax || otherwise.test(straight(rest))) return null;
  if (zone.test(after(only)) || otherClock.test(after(only)) || someClock.test(text)) return null;
  const all = [mail.subject, ...mail.sentences.map((one) => one.text)];
  if (all.some((one) => calledOff.test(straight(one)))) return null;
  if (!meeting.test(text) && !meeting.test(mail.subject)) return null;
  const start = certainStart(only, sent, language);
  if (start === null || !isSameAround(reader, { text, start, sent, language })) return null;
  const end = endOf(result, start);
  // Allow a day in both directions: the sender's time zone is unknown.
  if (end === null || start < now - dayMs / 2 || start > sent.getTime() + 400 * dayMs) return null;
  return {
    title: titleOf(mail.subject),
    place: withoutEnding(place.exec(text)?.[1]?.trim() ?? "", " .,;"),
    start: wall(start),
    end: wall(end),
    words: withoutEnding(result.text, " .,;").slice(0, 100),
  };
}

/** Joins sentences that were split after a day number with a period, such as "3. Dezember". */
function wholeSentences({ sentences }: Pick<CleanMail, "sentences">): string[] {
  const whole: string[] = [];
  for (const { text } of sentences) {
    const before = whole.at(-1);
    if (before !== undefined && /\b\d{1,2}\.$/.test(before))
      whole[whole.length - 1] = `${before} ${text}`;
    else whole.push(text);
  }
  return whole;
}

interface Named {
  text: string;
  result: chrono.ParsedResult;
}

/** Returns all dates and times in the text: two of them may belong together, or be alternatives. */
function timesIn(reader: typeof chrono.casual, text: string, sent: Date): Named[] {
  const read = reader.parse(text.slice(0, lengthMax), reference(sent), { forwardDate: true });
  return read
    .filter(({ start }) =>
      ["day", "weekday", "hour"].some((part) => start.isCertain(part as "day")),
    )
    .map((result) => ({ text, result }));
}

function reference(instant: Date) {
  return { instant, timezone: 0 };
}

function after({ text, result }: Named): string {
  return text.slice(result.index + result.text.length);
}

/** Returns the start as if it were UTC, or null if the date or time is ambiguous. */
function certainStart({ result }: Named, sent: Date, language: string): number | null {
  const { start, text } = result;
  if (!start.isCertain("hour") || start.isCertain("timezoneOffset")) return null;
  if (!isCertainHour(start, text)) return null;
  // Numeric dates have day and month in the opposite order in other countries.
  if (language === "en" && /\d{1,2}[/.]\d{1,2}(?![\d:])/.test(text)) return null;
  const at = timeOf(start);
  if (start.isCertain("month") && start.isCertain("day")) {
    const isOfWeekday = new Date(at).getUTCDay() === start.get("weekday");
    return !start.isCertain("weekday") || isOfWeekday ? at : null;
  }
  // "Tomorrow" counts as an explicit date.
  if (start.isCertain("day")) return start.isCertain("year") ? at : null;
  return start.isCertain("weekday") ? ofWeekday(at, sent, text) : null;
}

/** "At 3" occurs twice a day; a meeting at night is improbable. */
function isCertainHour(moment: chrono.ParsedComponents, text: string): boolean {
  const hour = moment.get("hour") ?? 0;
  if (hour >= 8) return true;
  return hour >= 1 && /\d\s*(?:am|a\.m\.)/i.test(text);
}

/** Returns the next such weekday, or null if "next" may mean the one in the following week. */
function ofWeekday(at: number, sent: Date, text: string): number | null {
  const day = Math.floor(at / dayMs);
  const today = Math.floor(sent.getTime() / dayMs);
  const ahead = day - today;
  // On the same weekday it may mean today or a week later.
  if (ahead < 1 || ahead > 13 || ahead === 7) return null;
  const isNext = /\b(?:next|nächste\w*|prochaine?|próxim[oa]|proxim[oa]|kommende\w*)\b/iu.test(
    text,
  );
  if (!isNext) return ahead < 7 ? at : null;
  const nearest = today + (ahead % 7);
  // 1970 began on a Thursday; weeks start on Mondays.
  const weekOf = (one: number) => Math.floor((one + 3) / 7);
  return day === nearest && weekOf(day) === weekOf(today) + 1 ? at : null;
}

/** The sender's time zone is unknown: the farthest east and the farthest west must give the same result. */
function isSameAround(
  reader: typeof chrono.casual,
  { text, start, sent, language }: { text: string; start: number; sent: Date; language: string },
): boolean {
  return [-12, 14].every((hours) => {
    const then = new Date(sent.getTime() + hours * hourMs);
    const [again] = timesIn(reader, text, then);
    return again !== undefined && certainStart(again, then, language) === start;
  });
}

function endOf({ start: from, end }: chrono.ParsedResult, start: number): number | null {
  if (!end) return start + hourMs;
  const ends = timeOf(end);
  const isSameDay = Math.floor(timeOf(from) / dayMs) === Math.floor(ends / dayMs);
  return isSameDay && ends > start ? ends : null;
}

function timeOf(moment: chrono.ParsedComponents): number {
  const part = (name: chrono.Component) => moment.get(name) ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
}

function wall(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}

function titleOf(subject: string): string {
  return subject
    .replace(/^(?:\s*(?:re|aw|fwd?|wg|tr|rv)\s*:)+\s*/i, "")
    .slice(0, titleMax)
    .trim();
}

/** Returns the text with straight apostrophes, because phones insert curly ones. */
function straight(text: string): string {
  return text.replaceAll(/[’ʼ]/g, "'");
}
