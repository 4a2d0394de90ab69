import type { Bank, Frame } from "./bank.ts";
import { asksEn } from "./bank-en-asks.ts";

/** English phrases. */
export const bankEn: Bank = {
  ...asksEn,
  document: {
    accept: {
      professional: [
        "Thank you for sending the {document}. | I'll read it carefully and come back with any comments.",
        "Thank you, it has arrived. | I'll go through it and let you know if I have comments.",
      ],
      casual: [
        "Got the {document}, thanks!",
        "Thanks, got it! | I'll have a look.",
        "Brilliant, thanks for sending it over!",
      ],
      formal: [
        "I confirm receipt of the {document} with thanks. | I shall review it with due care.",
        "I gratefully acknowledge receipt. | The contents will receive my full attention.",
      ],
    },
    hold: {
      professional: [
        "Thanks for the {document}. I'll need some time before I can give you feedback.",
        "Thanks for sending this. I won't get to it right away, but I will read it. | You'll have my feedback after that.",
      ],
      casual: [
        "Thanks! Might take me a few days to get to it.",
        "Nice one. I'll look at it when I find a quiet moment.",
      ],
      formal: [
        "I thank you for the {document}, which I shall examine as time permits.",
        "I have received your message and shall examine it as time permits.",
      ],
    },
    ask: {
      professional: [
        "Thank you for the {document}. Is there anything you'd like me to look at in particular?",
        "Thank you. Do you need anything from me on this?",
      ],
      casual: [
        "Thanks! Anything special I should look at?",
        "Got it. Do you want feedback, or is it just so I have it?",
      ],
      formal: [
        "I thank you. May I ask whether a response is required, and by when?",
        "Kindly advise whether you expect comments on the {document} from my side.",
      ],
    },
  },
  thanks: {
    accept: {
      professional: [
        "You're very welcome. | I'm pleased that I could help.",
        "It was a pleasure. | Please ask again at any time.",
      ],
      casual: ["Anytime!", "No worries, happy to help!", "Aw, you're welcome!"],
      formal: [
        "Your kind words are much appreciated. | It was a privilege to be of assistance.",
        "I thank you for your message. It was my pleasure to assist.",
      ],
    },
    hold: {
      professional: [
        "Thank you for your note. | I'm here if there is anything else.",
        "Thanks for letting me know. I appreciate it.",
      ],
      casual: ["Thanks for saying so, that's kind!", "That made my day, thanks!"],
      formal: [
        "I have received your message with pleasure.",
        "Your message is greatly valued. | I remain at your disposal.",
      ],
    },
  },
  introduction: {
    accept: {
      professional: [
        "Thank you for getting in touch. It's good to meet you. | I look forward to working together.",
        "Thanks for the introduction. I'm pleased to be in contact.",
      ],
      casual: ["Hi, great to meet you!", "Nice to e-meet you! | Looking forward to it."],
      formal: [
        "I thank you for the introduction and am pleased to make your acquaintance. | I look forward to our cooperation.",
        "It is a pleasure to make contact with you.",
      ],
    },
    hold: {
      professional: [
        "Thank you for introducing yourself. I'll come back to you when I've had time to read up. | It may take a few days.",
        "Thanks for reaching out. I'll be in touch once I know more.",
      ],
      casual: [
        "Thanks for saying hello! I'll get back to you soon.",
        "Cool, thanks! Give me a bit and I'll write properly.",
      ],
      formal: [
        "I have taken note of your message and shall revert in due course.",
        "I acknowledge your message with thanks and will respond at greater length.",
      ],
    },
    decline: {
      professional: [
        "Thank you for getting in touch. At the moment there's nothing I need. | I'll keep your contact in mind.",
        "Thanks for writing. I'm afraid this isn't a fit for us right now.",
      ],
      casual: [
        "Thanks, but I'm good for now!",
        "Thanks for writing! Not something for me right now, though.",
      ],
      formal: [
        "I thank you for your approach, which I must respectfully decline at this time.",
        "At present I see no occasion to take this further, and ask for your understanding.",
      ],
    },
  },
  invoice: {
    accept: {
      professional: [
        "Thank you, I've received the invoice. | It will be checked and then processed.",
        "Thanks, your invoice has arrived and I'm passing it on for checking.",
      ],
      casual: [
        "Got the invoice, thanks! | I'll get it sorted.",
        "Thanks, it's here and on its way through!",
      ],
      formal: [
        "I confirm receipt of your invoice. | It will be examined and handled in the usual manner.",
        "Your invoice has been received with thanks and is being examined.",
      ],
    },
    hold: {
      professional: [
        "I've received this and need to check it against our records first. | I'll come back to you afterwards.",
        "Thank you. I'll have a look at this before I can confirm anything.",
      ],
      casual: [
        "Got it, I just need to check something first.",
        "Thanks! Let me look at it before I say yes.",
      ],
      formal: [
        "Before any step is taken I must compare this with our records. | I shall write to you thereafter.",
        "The matter is being verified. You will be informed of the outcome.",
      ],
    },
    ask: {
      professional: [
        "Thank you for the invoice. Could you tell me what it covers? | I'd like to file it in the right place.",
        "Could you send me the order that this belongs to?",
      ],
      casual: ["Quick question: what is this one for?", "Which order does this belong to again?"],
      formal: [
        "May I request a breakdown of the items concerned? | This would assist our examination.",
        "Kindly indicate the order to which your invoice refers.",
      ],
    },
  },
  apology: {
    accept: {
      professional: [
        "Thank you for letting me know. It's no problem at all.",
        "I appreciate the explanation. | Please don't worry about it.",
      ],
      casual: ["No worries at all!", "Don't worry, these things happen!"],
      formal: [
        "I accept your apology and consider the matter settled.",
        "There is no need for concern. | I value that you wrote to me.",
      ],
    },
    hold: {
      professional: [
        "Thank you for your message. Let me see what this means for us and get back to you.",
        "Thanks for telling me. I need to think about how we go on.",
      ],
      casual: [
        "OK, thanks for telling me. Let me see what we do now.",
        "Thanks for being honest. I'll write later.",
      ],
      formal: [
        "I have taken note of your explanation and shall respond in due course.",
        "Your message has been received. I will consider its consequences.",
      ],
    },
    ask: {
      professional: [
        "Thank you for explaining. What would you suggest we do next?",
        "Thanks for letting me know. How can we put this right?",
      ],
      casual: ["Thanks for telling me! So what now?", "OK! What's the plan from here?"],
      formal: [
        "I thank you for the explanation. May I ask how you intend to proceed?",
        "I would welcome your proposal as to the next steps.",
      ],
    },
  },
  congratulation: {
    accept: {
      professional: [
        "Thank you very much, that's kind of you. | It means a lot to me.",
        "Many thanks for your kind words.",
      ],
      casual: ["Aw, thank you so much!", "Thanks a lot, that's so nice of you!"],
      formal: [
        "I am most grateful for your kind wishes.",
        "Please accept my sincere thanks for your message. | It gave me great pleasure.",
      ],
    },
    hold: {
      professional: [
        "Thank you. I was pleased to read your message.",
        "Thanks for writing. | I hope all is well with you too.",
      ],
      casual: ["Thanks! Hope you're doing well too!", "Made my day, thanks!"],
      formal: [
        "Your message was received with great pleasure.",
        "I thank you and reciprocate your good wishes.",
      ],
    },
  },
  fyi: {
    accept: {
      professional: [
        "Thank you for letting me know. | I've taken note of it.",
        "Thanks for the information, that's helpful.",
      ],
      casual: ["Thanks for the heads-up!", "Good to know, thanks!"],
      formal: [
        "I thank you for this information, of which I have taken note.",
        "I acknowledge your message with thanks. | It has been duly noted.",
      ],
    },
    hold: {
      professional: [
        "Thanks for this. I'll read it properly and come back to you if I have questions.",
        "I've seen your message and will get back to you if needed.",
      ],
      casual: [
        "Got it! Will get back to you if anything comes up.",
        "Seen, thanks. I'll have a think about it.",
      ],
      formal: [
        "I have received your message and shall revert should the need arise.",
        "The matter has been noted and will be considered.",
      ],
    },
    ask: {
      professional: [
        "Thanks for letting me know. Is there anything you need from me?",
        "Thank you. What does this mean for us?",
      ],
      casual: ["Thanks! Anything I should do?", "OK, do you need something from me?"],
      formal: [
        "I thank you for your message. May I ask whether any action is required of me?",
        "Kindly advise if a response is expected.",
      ],
    },
  },
};

/** The greeting and closing around an English answer, for a user whose habits are unknown. */
export const frameEn: Frame = {
  greeting: {
    professional: { named: "Hello {name},", nameless: "Hello," },
    casual: { named: "Hi {name},", nameless: "Hi," },
    formal: { named: "Dear {name},", nameless: "Good day," },
  },
  signOff: { professional: "Best regards,", casual: "Cheers,", formal: "Yours sincerely," },
  closing: {
    professional: {
      accept: "Please let me know if there is anything else you need from me.",
      decline: "Thank you for understanding.",
      ask: "Thanks in advance for the details.",
      hold: "Thanks for your patience in the meantime.",
    },
    casual: {
      accept: "Just say if there's anything else!",
      decline: "Thanks for getting it!",
      ask: "Thanks a lot!",
      hold: "Talk soon!",
    },
    formal: {
      accept: "Should you require anything further, please do not hesitate to contact me.",
      decline: "I ask for your understanding.",
      ask: "I thank you in advance for your assistance.",
      hold: "I thank you for your patience.",
    },
  },
};
