import type { Cue } from "./cues.ts";

/** Cues that reveal the speech act of German sentences. */
export const cuesDe: readonly Cue[] = [
  {
    act: "sensitive",
    weight: 9,
    pattern: /\b(?:gutschein|geschenk|guthaben|itunes|google[- ]?play)[- ]?karten?\b/i,
  },
  {
    act: "sensitive",
    weight: 9,
    pattern:
      /\b(?:passw(?:ort|örter)|kennwort|zugangsdaten|pin|tan|sicherheitscode|kreditkarten(?:nummer|daten))\b.{0,50}\b(?:senden|schicken|bestätigen|eingeben|mitteilen|nennen|durchgeben|prüfen)|\b(?:sende|schick|bestätig|nenn|teil)\w*\b.{0,50}\b(?:passw(?:ort|örter)|kennwort|zugangsdaten|sicherheitscode|kreditkarten(?:nummer|daten))\b/i,
  },
  {
    act: "sensitive",
    weight: 9,
    pattern:
      /\b(?:neue|geänderte|andere)[nrs]? (?:bank|konto)(?:verbindung|daten)\b|\bbankverbindung (?:hat sich )?geändert\b/i,
  },
  {
    act: "invitation",
    weight: 7,
    pattern:
      /\b(?:einlad(?:en|ung)|lade[nt]? .{0,40}\bein\b|eingeladen|u\.? ?a\.? ?w\.? ?g\.?|komm(?:st|t)? (?:du|ihr|doch) .{0,30}(?:mit|vorbei|zu)|(?:hast|habt|hätte(?:st|n)?) (?:du|ihr|sie) lust|würden uns freuen, wenn|seid ihr dabei|bist du dabei|sind sie dabei|merkt? euch .{0,20}vor)/i,
  },
  {
    act: "schedule",
    weight: 7,
    pattern:
      /\b(?:termin(?:vorschlag|vorschläge|e)?|verschieben|vereinbaren|verlegen|zeit (?:hast|haben|hätte(?:st|n)?|für ein)|(?:hast|hätte(?:st|n)?|haben) (?:du|sie|ihr) .{0,30}zeit|passt (?:es|dir|ihnen|euch|der|das)|wann (?:passt|hast|haben|können|sollen|wollen)|würde .{0,30}passen|treffen wir uns|wollen wir .{0,40}(?:treffen|telefonieren|sprechen))\b/i,
  },
  {
    act: "schedule",
    weight: 6,
    needsDate: true,
    pattern:
      /(?:treffen|besprechung|telefonat|telefonieren|anruf|gespräch|meeting|videokonferenz|mittagessen|kaffee|besichtigung|vorbeikommen|zusammensetzen)/i,
  },
  {
    act: "invoice",
    weight: 6,
    pattern:
      /(?:rechnung(?:en|sbetrag)?|zahlungsziel|zahlbar|fällig(?:er)? betrag|begleichen|überweis(?:en|ung)|mahnung)\b/i,
  },
  {
    act: "reminder",
    weight: 7,
    pattern:
      /\b(?:kurz nachfragen|nachhaken|nachfassen|nachfragen, ob|(?:freundliche|kleine|kurze) erinnerung|noch nichts gehört|schon (?:etwas|was|dazu gekommen|zeit|gelegenheit)|noch keine (?:antwort|rückmeldung)|gibt es (?:schon )?(?:neuigkeiten|etwas neues|was neues)|wie ist der stand|(?:warte|warten) (?:noch|immer noch)|erinnern)\b/i,
  },
  {
    act: "request",
    weight: 5,
    pattern:
      /\b(?:(?:kannst|könntest|würdest|magst) du|(?:können|könnten|würden) sie|(?:könnt|könntet|würdet) ihr)\b(?!.{0,12}\b(?:kommen|teilnehmen)\b)/i,
  },
  {
    act: "request",
    weight: 5,
    pattern:
      /\bbitte (?:um|schick|send|gib|geben|prüf|schau|lies|unterschreib|füll|sag|teil|leit|bring|denk|melde|ruf|mach|bestätig|korrigier|lass|stell|reich|übernimm|sende|übersende|ergänz)\w*|(?:schick|send|gib|prüf|schau|sag|teil|leit|bring|ruf|mach|lass)\w{0,4}(?: \w+){0,4} bitte\b|\b(?:ich|wir) (?:brauche|benötige|bräuchte)n?\b|\bwäre (?:nett|super|toll|schön|prima|hilfreich|dankbar)[^.?!]{0,20},? wenn\b/i,
  },
  {
    act: "question-open",
    weight: 4.5,
    needsQuestion: true,
    pattern:
      /(?:^|[,;:–-] ?|\b(?:und|aber|also|wissen|sagen|weißt du|wissen sie) )(?:was|welche[rsmn]?|wer|wen|wem|wo|wohin|woher|wann|warum|wieso|weshalb|wie|wie viele?)\b/i,
  },
  {
    act: "question-yes-no",
    weight: 4.2,
    needsQuestion: true,
    pattern:
      /(?:^|[,;:–-] ?|\b(?:und|aber|oder|also) )(?:ist|sind|war|waren|hat|habt|haben|hast|hattest|bist|seid|wird|werden|wirst|soll|sollen|darf|dürfen|kann|können|gibt|geht|stimmt|brauchst|brauchen|willst|wollen|möchtest|möchten|kommt|kommst|kennst|kennen|weißt|wissen|bleibt|reicht|gilt|machst|nimmst|liegt)\b/i,
  },
  {
    act: "question-yes-no",
    weight: 4.2,
    pattern: /\b(?:sag|sagen|wissen|bescheid|mitteilen|bestätigen)\b.{0,20}\bob\b/i,
  },
  { act: "question-yes-no", weight: 2.5, pattern: /\?\s*$/ },
  {
    act: "introduction",
    weight: 4.6,
    pattern:
      /\b(?:mein name ist|(?:möchte|darf) (?:mich|ihnen|dir|euch) .{0,60}vorstellen|ich bin (?:der|die|ihr|ihre|dein|deine) neue|stelle mich .{0,20}vor|bringe euch .{0,20}zusammen|habe .{0,60}übernommen|bekannt machen)\b/i,
  },
  {
    act: "apology",
    weight: 3.8,
    pattern:
      /\b(?:entschuldig(?:e|en|ung|t)|tut mir (?:sehr |wirklich |so )?leid|sorry|verzeih(?:en|ung|t)?|mein fehler|bedaue?re)\b/i,
  },
  {
    act: "document",
    weight: 3.6,
    pattern:
      /\b(?:anbei|im anhang|angehängt|beigefügt|anliegend|hier (?:ist|sind|kommt|kommen) (?:der|die|das|mein|unser|dein|ihr)|schicke (?:dir|ihnen|euch)|sende (?:dir|ihnen|euch)|übersende)\b/i,
  },
  {
    act: "congratulation",
    weight: 4,
    pattern:
      /(?:glückwunsch|glückwünsche|gratulier|herzlichen glück|alles gute (?:zum|zur|für)|tolle arbeit|super gemacht|gut gemacht|starke leistung|hut ab|viel erfolg)/i,
  },
  {
    act: "thanks",
    weight: 3.4,
    pattern:
      /\b(?:danke (?:für|dir|ihnen|euch|nochmals?|sehr|schön)|dank(?:e|eschön)?[.!]|vielen (?:herzlichen )?dank|herzlichen dank|besten dank|bedanken|dankbar)/i,
  },
  {
    act: "fyi",
    weight: 3,
    pattern:
      /\b(?:zur (?:info|information|kenntnis)|nur (?:zur|kurz)|wollte (?:dir|ihnen|euch) (?:nur )?(?:kurz )?(?:sagen|mitteilen|bescheid)|hinweis)\b/i,
  },
];

/** Courtesies that neither request nor thank. */
export const courtesiesDe: readonly RegExp[] = [
  /\b(?:bei|für) (?:rück)?fragen[^.?!]*/gi,
  /\bfalls (?:du|sie|ihr)? ?(?:noch )?fragen[^.?!]*/gi,
  /\b(?:ich|wir)? ?freuen? (?:mich|uns) auf[^.?!]*/gi,
  /\b(?:vielen |besten |herzlichen )?dank im voraus\b/gi,
  /\b(?:vielen |besten |herzlichen )?danke? für (?:deine|ihre|eure|die) (?:nachricht|e-?mail|mail|antwort|rückmeldung|mühe|verständnis|geduld)[^.?!]*/gi,
  /\bwie geht(?:'s| es)[^.?!]*\??/gi,
  /\bmeld(?:e|en|et)? (?:dich|sie sich|euch) (?:gern|jederzeit|einfach)[^.?!]*/gi,
  /\bich hoffe,? [^.?!]*/gi,
  /\b(?:sorry|entschuldig\w*) (?:für )?(?:die|meine) (?:späte|verspätete) [^.?!,]*/gi,
];
