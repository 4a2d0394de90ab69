import type { Stances } from "./bank.ts";

/** English answers to messages about an appointment. */
export const timesEn: Record<"schedule" | "find-time" | "choose-time" | "invitation", Stances> = {
  schedule: {
    accept: {
      professional: [
        "{date} works well for me. | I've made a note of it.",
        "Yes, {date} suits me. | I look forward to speaking with you.",
        "Yes, that works for me. | I look forward to it.",
      ],
      casual: [
        "{date} is perfect, see you then!",
        "Works for me: {date}!",
        "Sounds good to me!",
        "Sure, let's do it!",
      ],
      formal: [
        "I am pleased to confirm {date}. | I have noted it accordingly.",
        "I hereby confirm the proposed time. | I look forward to our conversation.",
        "The arrangement you propose is convenient for me.",
      ],
    },
    decline: {
      professional: [
        "{date} unfortunately doesn't work for me. | Could you suggest another time?",
        "I'm afraid I can't make that. | Could you suggest another time?",
        "That doesn't work on my side. Would another day be possible?",
      ],
      casual: [
        "Ah, I can't make it then. Another time?",
        "That one's tricky for me. | What else would work for you?",
      ],
      formal: [
        "I regret that I have a prior engagement. | I would be grateful for an alternative proposal.",
        "To my regret this time is not convenient. May I ask for an alternative?",
      ],
    },
    hold: {
      professional: [
        "Thanks for the suggestion. Let me check my calendar and confirm. | I'll answer as soon as I can.",
        "I need to check my availability first. | I'll come back to you with an answer.",
      ],
      casual: [
        "Let me check my calendar and I'll tell you!",
        "Probably fine, let me just make sure.",
      ],
      formal: [
        "I shall consult my calendar and reply shortly. | I ask for your patience until then.",
        "I have received your proposal and will confirm as soon as I am able.",
      ],
    },
  },
  "find-time": {
    accept: {
      professional: [
        "I'd be happy to meet. Please suggest a time that suits you. | I'll do my best to fit around it.",
        "Yes, let's find a time. Which days are best for you?",
      ],
      casual: ["Sure, when suits you best?", "Let's do it! Throw me a couple of times."],
      formal: [
        "I would welcome a conversation. May I ask you to propose a date? | I shall arrange my calendar accordingly.",
        "I am at your disposal and await your proposal of a suitable time.",
      ],
    },
    decline: {
      professional: [
        "Unfortunately I don't have time for this at the moment. | I hope we can catch up later on.",
        "I'm afraid my calendar is full for now.",
      ],
      casual: [
        "Can't fit it in right now, sorry!",
        "My days are packed at the moment, sorry. | Later maybe?",
      ],
      formal: [
        "I regret that my obligations do not permit a meeting at present.",
        "To my regret I am unable to offer a time in the near future.",
      ],
    },
    hold: {
      professional: [
        "Let me check my calendar and send you a few times. | I'll do so as soon as I can.",
        "I need to see what my next days look like first. You'll hear from me.",
      ],
      casual: [
        "Let me check my calendar and I'll send you some times!",
        "I'll have a look and tell you when I'm free.",
      ],
      formal: [
        "I shall consult my calendar and propose suitable times shortly.",
        "Allow me to verify my commitments before I name a date.",
      ],
    },
  },
  "choose-time": {
    accept: {
      professional: [
        "Any of these times can work for me. Please pick the one you prefer.",
        "Thanks for the options. I can make each of them, so please choose.",
      ],
      casual: ["I'm easy, you pick!", "They all work for me, your call!"],
      formal: [
        "I am at liberty at all of the times you name and leave the choice to you.",
        "Each of your proposals is convenient. Kindly select the one that you favour.",
      ],
    },
    decline: {
      professional: [
        "Unfortunately none of these times work for me. | Could you suggest another one?",
        "I'm afraid I can't make any of those. Would there be further options?",
      ],
      casual: [
        "None of those work for me, sorry. Anything else?",
        "Ah, I'm busy at all of them. Another day?",
      ],
      formal: [
        "I regret that I am engaged at all of the times proposed. | May I ask for an alternative?",
        "To my regret none of these is convenient.",
      ],
    },
    hold: {
      professional: [
        "Thanks for the options. Let me check my calendar and tell you which one is best.",
        "I need to look at my calendar first and will then choose one of them.",
      ],
      casual: ["Let me see which one works and I'll tell you!", "Checking my calendar, one sec!"],
      formal: [
        "I shall consult my calendar and inform you which of them I can accept.",
        "I thank you for your proposals and will decide upon one shortly.",
      ],
    },
  },
  invitation: {
    accept: {
      professional: [
        "Thank you for the invitation. {date} suits me and I'd be glad to come.",
        "Thank you for the invitation, I'm happy to accept. | I'm looking forward to it.",
        "I'd be delighted to join. Thank you for thinking of me.",
      ],
      casual: [
        "Count me in!",
        "Yay, I'd love to come! | Can I bring anything?",
        "I'm in, thanks for asking!",
      ],
      formal: [
        "It is with pleasure that I accept your kind invitation. | I look forward to the occasion.",
        "I am honoured by your invitation and shall attend with pleasure.",
      ],
    },
    decline: {
      professional: [
        "Thank you for the invitation. Unfortunately I can't attend. | I hope it goes very well.",
        "I appreciate the invitation, but I won't be able to make it.",
      ],
      casual: [
        "Ah, I'd love to but I can't! Have fun!",
        "Can't make it this time, sorry. | Next time for sure!",
      ],
      formal: [
        "I thank you for your kind invitation, which I must regretfully decline. | I wish you every success.",
        "Regrettably a prior engagement prevents me from attending.",
      ],
    },
    hold: {
      professional: [
        "Thank you for the invitation. Let me check my calendar before I confirm.",
        "Thanks for thinking of me. I'll tell you soon whether I can come. | I need to check a few things first.",
      ],
      casual: ["Sounds fun! Let me see if I can make it.", "Ooh, maybe! I'll tell you soon."],
      formal: [
        "I thank you for your invitation and shall reply shortly. | I must first consult my calendar.",
        "Your invitation is much appreciated. I will confirm my attendance in due course.",
      ],
    },
  },
};
