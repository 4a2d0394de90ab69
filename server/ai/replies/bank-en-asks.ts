import type { Stances } from "./bank.ts";
import { timesEn } from "./bank-en-times.ts";

type Asks =
  | "question-yes-no"
  | "question-open"
  | "request"
  | "schedule"
  | "find-time"
  | "choose-time"
  | "invitation"
  | "reminder"
  | "sensitive";

/** English answers to messages with a request. */
export const asksEn: Record<Asks, Stances> = {
  "question-yes-no": {
    accept: {
      professional: [
        "Yes, that's right. | I'm glad to go into more detail if that is useful.",
        "Yes, certainly. | If anything changes on my side, I'll tell you straight away.",
      ],
      casual: ["Yep, all good here!", "Yes, sure! | Shout if you want to know more."],
      formal: [
        "I can confirm this. | I would be pleased to provide further details if required.",
        "The answer to your question is yes. | I remain available for anything further.",
      ],
    },
    decline: {
      professional: [
        "No, I'm afraid not. | I can explain the background if that helps.",
        "Unfortunately that isn't the case. | I'm happy to look at other options with you.",
      ],
      casual: ["Nope, sorry!", "Not this time, sorry. | Hope that doesn't mess anything up."],
      formal: [
        "I regret to say that the answer is no. | I would be pleased to discuss alternatives.",
        "I am afraid I cannot confirm this. | Please accept my regrets.",
      ],
    },
    hold: {
      professional: [
        "Good question. Let me check and get back to you. | I'd rather be certain before I answer.",
        "I need to look into this first. | You'll have an answer from me as soon as I know.",
      ],
      casual: [
        "Not sure yet, I'll find out!",
        "Hmm, let me have a look and I'll tell you. | Won't take long, I hope.",
      ],
      formal: [
        "I shall verify this and reply to you in due course. | I ask for a little patience until then.",
        "Allow me to make enquiries before I give you a definite answer.",
      ],
    },
  },
  "question-open": {
    hold: {
      professional: [
        "Thanks for asking. I'll look into it and get back to you. | I'd like to give you a proper answer rather than a quick one.",
        "Let me find that out for you. | I'll write again once I have the answer.",
      ],
      casual: [
        "Good question, let me think about it and I'll tell you!",
        "I'd have to look that up. | Give me a bit and I'll let you know.",
      ],
      formal: [
        "I have noted your question and shall answer it as soon as I am able. | It deserves a considered reply.",
        "Allow me some time to consider this before I respond in full.",
      ],
    },
    ask: {
      professional: [
        "Could you tell me a little more about what you need? | Then I can give you a useful answer.",
        "Before I answer, could you give me some more context?",
      ],
      casual: [
        "Can you say a bit more about what you're after?",
        "Happy to help, what exactly do you want to know?",
      ],
      formal: [
        "May I ask you to describe your question in more detail? | This would allow me to answer it properly.",
        "I would be obliged for some further information on the matter.",
      ],
    },
    decline: {
      professional: [
        "I'm afraid I don't know the answer to this. | Somebody else may be better placed to help.",
        "I'm probably not the right person to ask about this.",
      ],
      casual: [
        "Honestly, no idea, sorry!",
        "Sorry, I don't know that one. | Maybe somebody else does?",
      ],
      formal: [
        "I regret that I am unable to answer this question. | It may be best to address it to another colleague.",
        "This lies outside of what I am able to comment on.",
      ],
    },
  },
  request: {
    accept: {
      professional: [
        "Of course, I'll take care of {thing}. | You'll hear from me when it's done.",
        "Yes, I can do that by {deadline}. | I'll get in touch if anything comes up.",
        "Certainly, I'll take care of it. | I'll let you know once it's done.",
        "I'm happy to do that. | Expect to hear from me shortly.",
      ],
      casual: [
        "Sure thing, I'll get to {thing}!",
        "No problem, you'll have it by {deadline}!",
        "Sure, will do!",
        "Yep, I'm on it. | I'll ping you when it's finished.",
      ],
      formal: [
        "I shall gladly attend to {thing}. | You will receive word from me upon completion.",
        "I confirm that I will see to this by {deadline}.",
        "I shall see to this without delay. | I will inform you upon completion.",
        "It will be my pleasure to assist you in this matter.",
      ],
    },
    hold: {
      professional: [
        "I've seen your request about {thing} and will come back to you. | I need to look at my other commitments first.",
        "I've received your request and will come back to you. | I need to see what is possible first.",
        "Let me see when I can fit this in. | I'll write again with a realistic date.",
      ],
      casual: [
        "Got it! Let me see when I can get to {thing}.",
        "Got it! Bit busy right now, I'll see when I can get to it.",
        "Let me check and I'll tell you. | Might take me a little while.",
      ],
      formal: [
        "I acknowledge receipt of your request and shall respond in due course. | I ask for a little patience.",
        "Your request has reached me. I will inform you when I am able to attend to it.",
      ],
    },
    decline: {
      professional: [
        "I'm afraid I won't be able to help with {thing}. | I hope you find another way.",
        "Unfortunately I can't take this on at the moment. | I hope you can find another way.",
        "I'm sorry, but I'm not able to do this.",
      ],
      casual: [
        "Sorry, I can't do that one!",
        "Can't manage it right now, sorry. | Hope somebody else can jump in.",
      ],
      formal: [
        "I regret that I am unable to meet your request. | I trust that another solution can be found.",
        "To my regret it is not possible for me to assist in this instance.",
      ],
    },
  },
  ...timesEn,
  reminder: {
    accept: {
      professional: [
        "Thank you for the reminder. I'll get this to you as soon as I can. | I'm sorry for the wait.",
        "Apologies for the delay. I'm on it and will send you an update.",
      ],
      casual: [
        "Oops, sorry! I'm on it.",
        "Thanks for the nudge, doing it now! | Sorry it took so long.",
      ],
      formal: [
        "I thank you for your reminder and apologise for the delay. | I shall attend to the matter at once.",
        "Please excuse my late response. The matter now has my full attention.",
      ],
    },
    hold: {
      professional: [
        "Thanks for following up. There's nothing new yet, but I haven't forgotten. | I'll write as soon as there is.",
        "I don't have an update so far. You'll hear from me when I do.",
      ],
      casual: [
        "No news yet, I'll tell you as soon as I know!",
        "Still waiting on my side too. | Haven't forgotten you!",
      ],
      formal: [
        "There is as yet no progress to report. | I shall inform you without delay once there is.",
        "I regret that I cannot give you a definite answer at present.",
      ],
    },
    ask: {
      professional: [
        "Thanks for following up. Could you remind me by when you need it? | Then I can plan for it.",
        "Could you send me the details again, please?",
      ],
      casual: ["Remind me, when do you need it by?", "Sorry, which bit are you waiting for?"],
      formal: [
        "May I ask by which date you require it? | I would then plan accordingly.",
        "I would be grateful if you could send the particulars once more.",
      ],
    },
  },
  sensitive: {
    hold: {
      professional: [
        "I've received your message. I'll confirm this with you by another way before I do anything. | Please understand that I don't act on this by email.",
        "I don't handle this by email. I'll check it through a contact that I already know.",
      ],
      casual: [
        "Got your message. I'll check with you another way first, just to be safe.",
        "I don't do this over email, sorry. I'll ask you in person.",
      ],
      formal: [
        "I acknowledge your message. I shall verify it by independent means before taking any step.",
        "Requests of this kind are not dealt with by email. I will seek confirmation elsewhere.",
      ],
    },
    ask: {
      professional: [
        "Could we talk about this in person first? | I'd like to be sure that this comes from you.",
        "Who else at your side can confirm this to me?",
      ],
      casual: [
        "Is this really from you? Let's talk first.",
        "Hm, this looks odd. Did you really write it?",
      ],
      formal: [
        "I must ask for confirmation in person before proceeding. | I trust you will understand this precaution.",
        "May I ask who authorised this request?",
      ],
    },
  },
};
