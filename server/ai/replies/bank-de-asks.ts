import type { Stances } from "./bank.ts";
import type { asksEn } from "./bank-en-asks.ts";

/** German answers to messages with a request. */
export const asksDe: Record<keyof typeof asksEn, Stances> = {
  "question-yes-no": {
    accept: {
      professional: ["Ja, das stimmt so. | Falls sich etwas ändert, sage ich gleich Bescheid."],
      casual: ["Ja, klar!"],
      formal: ["Dies kann ich bestätigen. | Für Einzelheiten stehe ich gern bereit."],
    },
    decline: {
      professional: ["Nein, das ist leider nicht so. | Ich erkläre gern die Hintergründe."],
      casual: ["Nee, leider nicht!"],
      formal: ["Zu meinem Bedauern muss ich dies verneinen."],
    },
    hold: {
      professional: ["Das muss ich erst nachsehen. Ich melde mich, sobald ich es weiß."],
      casual: ["Weiß ich gerade nicht, ich frag mal nach."],
      formal: ["Eine Klärung ist veranlasst; die Antwort folgt in Kürze."],
    },
  },
  "question-open": {
    hold: {
      professional: ["Gute Frage. Ich kläre das und melde mich wieder."],
      casual: ["Hm, da muss ich erst überlegen!"],
      formal: ["Die Anfrage ist vermerkt, eine ausführliche Antwort folgt."],
    },
    ask: {
      professional: ["Worum geht es dabei genau? Dann kann ich besser antworten."],
      casual: ["Was genau meinst du?"],
      formal: ["Ich bitte um nähere Angaben, um die Frage angemessen beantworten zu können."],
    },
    decline: {
      professional: [
        "Das kann ich leider nicht beantworten. | Vielleicht weiß jemand anderes mehr.",
      ],
      casual: ["Keine Ahnung, sorry!"],
      formal: ["Zu meinem Bedauern kann ich hierzu keine Auskunft geben."],
    },
  },
  request: {
    accept: {
      professional: ["Gern, ich kümmere mich darum. | Sobald es erledigt ist, melde ich mich."],
      casual: ["Klar, mach ich!"],
      formal: ["Der Bitte komme ich gern nach. | Über die Erledigung werde ich informieren."],
    },
    hold: {
      professional: [
        "Die Anfrage ist angekommen. Ich sehe nach, wann ich dazu komme, und melde mich.",
      ],
      casual: ["Gesehen! Muss mal schauen, wann es passt."],
      formal: ["Den Eingang der Bitte bestätige ich; eine Rückmeldung folgt zu gegebener Zeit."],
    },
    decline: {
      professional: [
        "Das kann ich im Moment leider nicht übernehmen. | Ich hoffe, es findet sich ein anderer Weg.",
      ],
      casual: ["Schaffe ich gerade nicht, sorry!"],
      formal: ["Ich bedaure, diesem Wunsch nicht entsprechen zu können."],
    },
  },
  schedule: {
    accept: {
      professional: [
        "{date} passt mir gut. | Ich habe es mir notiert.",
        "Ja, der Termin passt mir gut.",
      ],
      casual: ["{date} passt super, bis dann!", "Passt, bis dann!"],
      formal: ["Den vorgeschlagenen Termin bestätige ich hiermit."],
    },
    decline: {
      professional: ["Da bin ich leider verhindert. Wäre ein anderer Termin möglich?"],
      casual: ["Oh, da kann ich nicht. Geht's auch anders?"],
      formal: [
        "Bedauerlicherweise besteht bereits eine andere Verpflichtung; um einen Gegenvorschlag wird gebeten.",
      ],
    },
    hold: {
      professional: ["Danke für den Vorschlag. Ich prüfe meinen Kalender und melde mich."],
      casual: ["Ich schau kurz in den Kalender!"],
      formal: ["Der Vorschlag ist eingegangen und wird in Kürze beantwortet."],
    },
  },
  "find-time": {
    accept: {
      professional: ["Ja, gern. Welche Tage wären denn am besten?"],
      casual: ["Klar! Wann geht's am besten?"],
      formal: ["Zu einem Gespräch bin ich gern bereit und bitte um einen Terminvorschlag."],
    },
    decline: {
      professional: ["Im Moment habe ich dafür leider keine Zeit."],
      casual: ["Gerade ist alles voll, sorry!"],
      formal: ["Bedauerlicherweise lassen meine Verpflichtungen derzeit kein Treffen zu."],
    },
    hold: {
      professional: ["Ich sehe in meinen Kalender und schicke ein paar Vorschläge."],
      casual: ["Moment, ich guck mal, wann ich kann!"],
      formal: ["Nach Durchsicht der anstehenden Termine folgt ein Vorschlag."],
    },
  },
  "choose-time": {
    accept: {
      professional: ["Danke für die Vorschläge. Mir passen alle davon."],
      casual: ["Geht alles, ganz egal!"],
      formal: [
        "Sämtliche genannten Zeiten sind möglich; die Auswahl überlasse ich gern der anderen Seite.",
      ],
    },
    decline: {
      professional: ["Von diesen Zeiten passt mir leider keine. Gäbe es noch andere?"],
      casual: ["Da kann ich überall nicht, sorry!"],
      formal: ["Bedauerlicherweise bin ich zu allen genannten Zeiten verhindert."],
    },
    hold: {
      professional: ["Danke für die Vorschläge. Ich sage bald, welcher davon am besten ist."],
      casual: ["Ich schau, was davon geht!"],
      formal: ["Nach Prüfung des Kalenders teile ich mit, welche der Zeiten möglich ist."],
    },
  },
  invitation: {
    accept: {
      professional: ["Vielen Dank für die Einladung, ich komme gern!"],
      casual: ["Bin dabei!"],
      formal: ["Die freundliche Einladung nehme ich mit Vergnügen an."],
    },
    decline: {
      professional: [
        "Danke für die Einladung. Leider kann ich nicht kommen. | Ich wünsche viel Freude.",
      ],
      casual: ["Oh schade, da kann ich nicht! Viel Spaß!"],
      formal: ["Der Einladung kann ich zu meinem Bedauern nicht folgen."],
    },
    hold: {
      professional: ["Danke für die Einladung. Ich sage bald Bescheid, ob es klappt."],
      casual: ["Klingt gut! Ich schau, ob ich kann."],
      formal: ["Für die Einladung danke ich; eine Zu- oder Absage folgt in Kürze."],
    },
  },
  reminder: {
    accept: {
      professional: ["Danke für die Erinnerung. Ich erledige es so bald wie möglich."],
      casual: ["Ups, sorry! Bin schon dran."],
      formal: [
        "Die Verzögerung bitte ich zu entschuldigen; die Angelegenheit wird umgehend bearbeitet.",
      ],
    },
    hold: {
      professional: ["Noch gibt es nichts Neues, aber ich habe es nicht vergessen."],
      casual: ["Weiß leider noch nichts, ich meld mich!"],
      formal: [
        "Ein Ergebnis liegt bislang nicht vor. Sobald dies der Fall ist, folgt eine Nachricht.",
      ],
    },
    ask: {
      professional: ["Danke fürs Nachfragen. Bis wann wird es gebraucht?"],
      casual: ["Wann muss das nochmal fertig sein?"],
      formal: ["Ich bitte um Mitteilung, bis zu welchem Tag die Erledigung erwartet wird."],
    },
  },
  sensitive: {
    hold: {
      professional: ["Die Nachricht ist angekommen. Das kläre ich erst auf einem anderen Weg."],
      casual: ["Gesehen. So was mache ich nicht per Mail."],
      formal: ["Vor jedem weiteren Schritt erfolgt eine unabhängige Prüfung."],
    },
    ask: {
      professional: ["Können wir darüber zuerst persönlich sprechen?"],
      casual: ["Kommt das wirklich von dir? Lass uns erst reden."],
      formal: ["Ich bitte um eine persönliche Bestätigung dieses Anliegens."],
    },
  },
};
