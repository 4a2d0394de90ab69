import type { Bank, Frame } from "./bank.ts";
import { asksDe } from "./bank-de-asks.ts";

/** German answers. Only the casual ones use "du" or "Sie", because the message alone does not show which is right. */
export const bankDe: Bank = {
  ...asksDe,
  document: {
    accept: {
      professional: ["Vielen Dank, die Unterlagen sind angekommen. | Ich sehe sie mir in Ruhe an."],
      casual: ["Danke, ist da! | Ich schau mal rein."],
      formal: ["Ich bestätige dankend den Erhalt. | Eine Durchsicht erfolgt umgehend."],
    },
    hold: {
      professional: ["Danke für die Zusendung. Für eine Rückmeldung brauche ich noch etwas Zeit."],
      casual: ["Danke! Dauert noch ein paar Tage, bis ich dazu komme."],
      formal: ["Der Erhalt wird bestätigt, die Prüfung nimmt jedoch einige Zeit in Anspruch."],
    },
    ask: {
      professional: ["Vielen Dank. Gibt es etwas, worauf ich besonders achten soll?"],
      casual: ["Danke! Soll ich auf was Bestimmtes schauen?"],
      formal: ["Ich danke und bitte um Mitteilung, ob eine Stellungnahme gewünscht ist."],
    },
  },
  thanks: {
    accept: {
      professional: ["Sehr gern geschehen. | Es freut mich, dass ich helfen konnte."],
      casual: ["Klar, immer wieder!"],
      formal: ["Es war mir eine Freude, behilflich zu sein."],
    },
    hold: {
      professional: ["Danke für die freundliche Nachricht."],
      casual: ["Ach, das ist lieb!"],
      formal: ["Die freundlichen Worte habe ich mit Freude gelesen."],
    },
  },
  introduction: {
    accept: {
      professional: ["Vielen Dank für die Vorstellung. Ich freue mich auf die Zusammenarbeit."],
      casual: ["Schön, voneinander zu hören!"],
      formal: ["Ich danke für die Kontaktaufnahme und sehe dem Austausch mit Interesse entgegen."],
    },
    hold: {
      professional: ["Danke für die Nachricht. Ich melde mich, sobald ich mehr sagen kann."],
      casual: ["Danke fürs Melden! Ich schreib bald ausführlicher."],
      formal: ["Das Schreiben habe ich erhalten und werde zu gegebener Zeit darauf zurückkommen."],
    },
    decline: {
      professional: ["Danke für die Nachricht. Im Moment besteht bei mir leider kein Bedarf."],
      casual: ["Danke, aber gerade brauche ich nichts!"],
      formal: [
        "Ich danke für das Angebot, von dem ich derzeit jedoch keinen Gebrauch machen möchte.",
      ],
    },
  },
  invoice: {
    accept: {
      professional: [
        "Vielen Dank, die Rechnung ist eingegangen. | Sie wird geprüft und dann bearbeitet.",
      ],
      casual: ["Danke, Rechnung ist da! | Ich kümmere mich."],
      formal: ["Der Eingang der Rechnung wird hiermit bestätigt. | Die Prüfung ist veranlasst."],
    },
    hold: {
      professional: [
        "Das muss ich zuerst mit meinen Unterlagen vergleichen. | Danach melde ich mich.",
      ],
      casual: ["Ich muss da erst noch was nachsehen."],
      formal: [
        "Vor weiteren Schritten ist eine Prüfung erforderlich, über deren Ergebnis ich berichten werde.",
      ],
    },
    ask: {
      professional: ["Danke für die Rechnung. Auf welchen Auftrag bezieht sie sich?"],
      casual: ["Kurze Frage: Wofür ist die nochmal?"],
      formal: ["Ich bitte um eine Aufschlüsselung der einzelnen Posten."],
    },
  },
  apology: {
    accept: {
      professional: ["Danke für die Nachricht. Das ist gar kein Problem."],
      casual: ["Ach, halb so wild!"],
      formal: ["Die Entschuldigung nehme ich gern an und betrachte die Sache als erledigt."],
    },
    hold: {
      professional: ["Danke für die Erklärung. Ich überlege, wie es weitergeht, und melde mich."],
      casual: ["Okay, gut zu wissen. Mal sehen, was wir machen."],
      formal: ["Die Erläuterung habe ich zur Kenntnis genommen und werde darauf zurückkommen."],
    },
    ask: {
      professional: ["Danke für die Nachricht. Was wäre jetzt der nächste Schritt?"],
      casual: ["Okay! Und wie geht's jetzt weiter?"],
      formal: ["Ich bitte um einen Vorschlag zum weiteren Vorgehen."],
    },
  },
  congratulation: {
    accept: {
      professional: ["Herzlichen Dank, das freut mich sehr."],
      casual: ["Wow, tausend Dank!"],
      formal: ["Für die guten Wünsche danke ich aufrichtig."],
    },
    hold: {
      professional: ["Danke für die netten Worte. | Ich hoffe, auch sonst ist alles gut."],
      casual: ["Oh, wie schön, das zu lesen!"],
      formal: ["Die freundliche Nachricht hat mir große Freude bereitet."],
    },
  },
  fyi: {
    accept: {
      professional: ["Danke für die Information. | Ich habe es mir notiert."],
      casual: ["Gut zu wissen, danke!"],
      formal: ["Die Mitteilung habe ich dankend zur Kenntnis genommen."],
    },
    hold: {
      professional: ["Danke, ich lese es in Ruhe und melde mich bei Fragen."],
      casual: ["Alles klar, ich denk drüber nach."],
      formal: [
        "Das Schreiben ist eingegangen; sollte Klärung nötig sein, komme ich darauf zurück.",
      ],
    },
    ask: {
      professional: ["Danke für den Hinweis. Ist von meiner Seite etwas zu tun?"],
      casual: ["Danke! Muss ich irgendwas machen?"],
      formal: [
        "Ich danke für die Mitteilung und bitte um Auskunft, ob ein Handeln meinerseits erwartet wird.",
      ],
    },
  },
};

/** The greeting and closing around a German answer. */
export const frameDe: Frame = {
  greeting: {
    professional: { named: "Hallo {name},", nameless: "Hallo," },
    casual: { named: "Hi {name},", nameless: "Hi," },
    formal: { named: "Guten Tag,", nameless: "Guten Tag," },
  },
  signOff: {
    professional: "Viele Grüße",
    casual: "Liebe Grüße",
    formal: "Mit freundlichen Grüßen",
  },
  closing: {
    professional: {
      accept: "Bei Fragen bin ich gern erreichbar.",
      decline: "Danke für das Verständnis.",
      ask: "Vielen Dank schon einmal.",
      hold: "Danke für die Geduld.",
    },
    casual: {
      accept: "Bis bald!",
      decline: "Nichts für ungut!",
      ask: "Danke schon mal!",
      hold: "Bis dann!",
    },
    formal: {
      accept: "Für Rückfragen stehe ich gern zur Verfügung.",
      decline: "Ich bitte um Verständnis.",
      ask: "Für die Mühe danke ich im Voraus.",
      hold: "Ich bitte um ein wenig Geduld.",
    },
  },
};
