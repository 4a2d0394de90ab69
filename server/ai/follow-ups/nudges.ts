import type { Tone } from "@inlet/contract/ai/smart-replies.ts";

/** The subject of a follow-up: when a task will be done, an answer, a time, or any reaction. */
export type NudgeKind = "request" | "question" | "time" | "other";

type Wordings = readonly [string, ...string[]];

/**
 * Short follow-ups to a message without an answer. {date} is the date it was sent; nothing else is filled in. Each one asks for
 * something, so the waiting restarts with it. Only the casual German ones use "du" or "Sie", because the message alone does not
 * show which is right.
 */
export const nudges: Readonly<
  Record<"en" | "de", Readonly<Record<Tone, Readonly<Record<NudgeKind, Wordings>>>>>
> = {
  en: {
    professional: {
      request: [
        "I'm following up on my email of {date}. Could you let me know when you expect to get to it?",
        "I wanted to come back to my email of {date}. Have you had a chance to look into it?",
      ],
      question: [
        "I'm following up on my question of {date}. Could you let me know when you have a moment?",
        "I wanted to come back to my email of {date}. Do you have an answer for me yet?",
      ],
      time: [
        "I'm following up on my email of {date}. Could you let me know whether the date suits you?",
        "I wanted to come back to my email of {date}. Would you let me know what works for you?",
      ],
      other: [
        "I'm following up on my email of {date}. Have you had a chance to look at it?",
        "I wanted to come back to my email of {date}. Could you let me know what you think?",
      ],
    },
    casual: {
      request: [
        "Just checking in on my email of {date}. Did you get a chance to look into it?",
        "Quick nudge about my email of {date}: when do you think you can get to it?",
      ],
      question: [
        "Just checking in on my email of {date}. Do you know yet?",
        "Quick nudge about my email of {date}: what do you think?",
      ],
      time: [
        "Just checking in on my email of {date}. Does that work for you?",
        "Quick nudge about my email of {date}: what works for you?",
      ],
      other: [
        "Just checking in on my email of {date}. Did you get a chance to look at it?",
        "Quick nudge about my email of {date}: what do you think?",
      ],
    },
    formal: {
      request: [
        "I am writing to follow up on my email of {date}. Could you please let me know when I may expect your reply?",
      ],
      question: [
        "I am writing to follow up on my email of {date}. Could you please let me know your answer at your convenience?",
      ],
      time: [
        "I am writing to follow up on my email of {date}. Could you please let me know whether the date is convenient for you?",
      ],
      other: [
        "I am writing to follow up on my email of {date}. Could you please let me know where matters stand?",
      ],
    },
  },
  de: {
    professional: {
      request: [
        "ich möchte kurz an meine Nachricht vom {date} erinnern und bitte um eine kurze Rückmeldung, bis wann es möglich ist.",
      ],
      question: [
        "ich möchte kurz an meine Frage vom {date} erinnern und bitte um eine kurze Antwort, sobald es passt.",
      ],
      time: [
        "ich möchte kurz an meine Nachricht vom {date} erinnern und bitte um eine kurze Rückmeldung zum Termin.",
      ],
      other: [
        "ich möchte kurz an meine Nachricht vom {date} erinnern und bitte um eine kurze Rückmeldung.",
      ],
    },
    casual: {
      request: [
        "ich wollte kurz nachhaken wegen meiner Mail vom {date}: Kannst du mir sagen, wann du dazu kommst?",
      ],
      question: [
        "ich wollte kurz nachhaken wegen meiner Mail vom {date}: Kannst du schon etwas sagen?",
      ],
      time: [
        "ich wollte kurz nachhaken wegen meiner Mail vom {date}: Kannst du mir sagen, ob es passt?",
      ],
      other: [
        "ich wollte kurz nachhaken wegen meiner Mail vom {date}: Kannst du mir kurz schreiben?",
      ],
    },
    formal: {
      request: [
        "ich nehme Bezug auf meine Nachricht vom {date} und bitte um Mitteilung, bis wann mit einer Erledigung zu rechnen ist.",
      ],
      question: [
        "ich nehme Bezug auf meine Anfrage vom {date} und bitte um Beantwortung zu gegebener Zeit.",
      ],
      time: [
        "ich nehme Bezug auf meine Nachricht vom {date} und bitte um Mitteilung, ob der Termin angenehm ist.",
      ],
      other: ["ich nehme Bezug auf meine Nachricht vom {date} und bitte um eine Rückmeldung."],
    },
  },
};
