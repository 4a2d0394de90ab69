import type { Tone } from "@inlet/contract/ai/smart-replies.ts";

interface BuiltIn {
  name: string;
  /** Words that a user may search it by. */
  words: string;
  bodies: Record<Tone, string>;
}

/** Templates for the most common purposes. The writer fills in the parts in braces. */
export const builtIns: readonly BuiltIn[] = [
  {
    name: "Ask for a meeting",
    words:
      "meeting meet call appointment schedule talk invite calendar discuss session chat arrange date time",
    bodies: {
      professional:
        "Hello {first name},\n\nI would like to talk with you about {topic}. Would {date} suit you? Half an hour should be enough.\n\nIf another time is better, please suggest one.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\ncan we talk about {topic}? {date} would be good for me, but I'm flexible.\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nmay I ask for an appointment to discuss {topic}? I would be available on {date} and am glad to adjust to your calendar.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Follow up",
    words:
      "follow up followup reminder remind nudge check in waiting answer response pending chase again",
    bodies: {
      professional:
        "Hello {first name},\n\nI'm following up on {topic}. Have you had a chance to look at it? A short answer by {date} would help me to plan.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\njust a quick nudge about {topic}. Any news?\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nI refer to my earlier message concerning {topic} and would be grateful for your answer by {date}.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Thank you",
    words: "thank thanks thankyou gratitude appreciate grateful appreciation",
    bodies: {
      professional:
        "Hello {first name},\n\nthank you very much for {topic}. It was a great help, and I appreciate the time you took.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\nthanks so much for {topic}! You made my week.\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nplease accept my sincere thanks for {topic}. Your support is greatly valued.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Introduce somebody",
    words: "introduce introduction intro connect contact acquaint new colleague myself hello",
    bodies: {
      professional:
        "Hello {first name},\n\nI would like to introduce {name of the other}, who works on {topic}. I think that you two should talk.\n\nI leave the rest to you both.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\nmeet {name of the other}! You're both into {topic}, so I thought you should know each other.\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nallow me to introduce {name of the other}, whose work on {topic} may be of interest to you.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Apologise",
    words: "apology apologise apologize sorry mistake delay error regret late wrong",
    bodies: {
      professional:
        "Hello {first name},\n\nI'm sorry about {topic}. This was our mistake. We have put it right and made sure that it does not happen again.\n\nThank you for your patience.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\nso sorry about {topic}, that was on me! I'll make it up to you.\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nI wish to apologise for {topic}. We regret the inconvenience and have taken steps to prevent a recurrence.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Decline",
    words: "decline refuse reject no turn down cancel cancellation unable withdraw absage",
    bodies: {
      professional:
        "Hello {first name},\n\nthank you for {topic}. After some thought I have to decline this time.\n\nI hope that another occasion comes up.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\nthanks for thinking of me! Sadly {topic} won't work for me this time.\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nI thank you for {topic}, which I must regretfully decline. I ask for your understanding.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Remind of a payment",
    words: "payment invoice bill overdue pay money due reminder billing outstanding balance",
    bodies: {
      professional:
        "Hello {first name},\n\naccording to our records invoice {number} of {date} is still open. Could you look into it?\n\nIf the payment is on its way, please ignore this message.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\nlooks like invoice {number} slipped through. Could you have a look?\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nwe note that invoice {number} dated {date} remains unsettled, and would be obliged for payment. Should our messages have crossed, kindly disregard this reminder.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Out of office",
    words: "out of office vacation holiday absence away leave autoreply urlaub abwesenheit absent",
    bodies: {
      professional:
        "Hello,\n\nI'm away until {date} and will answer after that. In urgent cases please write to {name of the other}.\n\nBest regards,\n{my name}",
      casual:
        "Hi,\n\nI'm off until {date} and not reading mail. {name of the other} can help if it can't wait!\n\nCheers,\n{my name}",
      formal:
        "Good day,\n\nI am absent until {date}. Urgent matters will be attended to by {name of the other}.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Report progress",
    words: "status update progress report project milestone weekly summary news state",
    bodies: {
      professional:
        "Hello {first name},\n\nhere is where {topic} stands.\n\nDone: {done}\nNext: {next}\nOpen questions: {questions}\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\nquick update on {topic}: {done} is finished, {next} comes next.\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nplease find below the current state of {topic}.\n\nCompleted: {done}\nPlanned: {next}\nTo be decided: {questions}\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Ask for feedback",
    words: "feedback review opinion comments thoughts survey input proofread advice",
    bodies: {
      professional:
        "Hello {first name},\n\nI have finished {topic} and would value your feedback, above all on {questions}. It would help me to have it by {date}.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\ncould you have a look at {topic} and tell me what you think? No rush!\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nI would be grateful for your assessment of {topic}, if possible by {date}.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Apply for a position",
    words:
      "application apply job position interview candidate cv resume hiring vacancy career bewerbung",
    bodies: {
      professional:
        "Hello {first name},\n\nI am applying for the position of {position}. I bring experience in {topic}, and my CV is attached.\n\nI would be glad to tell you more in a conversation.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\nI saw that you're looking for a {position}, and I'd love to do it! My CV is attached.\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nI hereby apply for the position of {position}. My curriculum vitae is attached, and I would welcome an opportunity to present myself in person.\n\nYours sincerely,\n{my name}",
    },
  },
  {
    name: "Welcome somebody",
    words: "welcome onboarding onboard new customer client start join joining first day willkommen",
    bodies: {
      professional:
        "Hello {first name},\n\nwelcome to {topic}! We start on {date}. Until then you need nothing but this message.\n\nPlease write to me with any question.\n\nBest regards,\n{my name}",
      casual:
        "Hi {first name},\n\nwelcome aboard! We can't wait to start with you on {date}.\n\nCheers,\n{my name}",
      formal:
        "Dear {first name},\n\nit is a pleasure to welcome you to {topic}. We look forward to {date} and to working with you.\n\nYours sincerely,\n{my name}",
    },
  },
];
