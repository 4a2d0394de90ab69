import { devMore } from "./acts-dev-more.fixtures.ts";
import { devNews } from "./acts-news.fixtures.ts";
import { type ActFixture, messagesOf } from "./acts.fixtures.ts";

const of = (...given: [Parameters<typeof messagesOf>[1], Parameters<typeof messagesOf>[2]]) =>
  messagesOf("dev", ...given);

/** Messages for developing the rules. */
export const devMessages: readonly ActFixture[] = [
  ...of("question-yes-no", [
    [
      "Petra Holm",
      "Keys",
      "Hi,\n\ndo you still have the keys to the boathouse?\n\nPetra",
      { slots: { name: "Petra" } },
    ],
    [
      "Marcus Bell",
      "Projector",
      "Is the projector in room 4 working again? I have a class there.\n\nMarcus",
    ],
    [
      "Ines Duarte",
      "Translation",
      "Hello, I finished the first part. Did the client like the tone we used?\n\nBest\nInes",
    ],
    [
      "Yusuf Kaya",
      "Parking",
      "Hey, just tell me whether guests can park behind the building.\n\nYusuf",
    ],
    [
      "Olga Brandt",
      "Samples",
      "The samples left here on Monday. Have they arrived?\n\nKind regards,\nOlga",
    ],
  ]),
  ...of("question-open", [
    [
      "Tom Reed",
      "Paint",
      "Hi there,\n\nwhich colour did we use for the hull last year?\n\nTom",
      { slots: { name: "Tom" } },
    ],
    [
      "Nadia Rahman",
      "Workshop",
      "Quick one: how many people are signed up for the workshop?\n\nThanks,\nNadia",
    ],
    [
      "Carl Ekman",
      "Strategy",
      "I read the paper on the train. What do you think about the second option?\n\nCarl",
    ],
    ["Beatriz Sol", "Venue", "Any ideas for a venue that is not too loud?\n\nBea"],
    ["Liam Doyle", "Printer", "Morning! Who do I talk to about the printer on our floor?\n\nLiam"],
    ["Freya Lund", "Trip", "Let me know what you prefer, the ferry or the train.\n\nFreya"],
  ]),
  ...of("request", [
    [
      "Maria Lindqvist",
      "Budget",
      "Hi Anna,\n\ncould you please review the budget draft by Thursday?\n\nBest,\nMaria",
      { slots: { name: "Maria", thing: "the budget draft", deadline: "Thursday" } },
    ],
    [
      "Joel Stern",
      "Photos",
      "Can you send me the photos from the summer party? I want to print a few.\n\nJoel",
      { slots: { thing: "the photos" } },
    ],
    [
      "Hannah Weiss",
      "Form",
      "Hello,\n\nplease fill in your travel form before Friday so that I can book everything.\n\nHannah",
    ],
    [
      "Arjun Mehta",
      "Access",
      "Hi, would you mind giving the new intern access to the wiki?\n\nThanks\nArjun",
    ],
    [
      "Sofia Ricci",
      "Proof",
      "I need you to sign the lease today, otherwise we lose the flat.\n\nSofia",
    ],
    [
      "Peter Novak",
      "Server",
      "The site is slow again. Could you restart the server when you have a minute?\n\nPeter",
    ],
    [
      "Ella Byrne",
      "Plants",
      "Hey! Any chance you could water my plants next week while we are away?\n\nElla",
    ],
  ]),
  ...of("schedule", [
    [
      "Grace Kim",
      "Catching up",
      "Hi,\n\nare you free on Tuesday at 3pm for a short call about the pilot?\n\nGrace",
      { slots: { name: "Grace" } },
    ],
    [
      "Daniel Osei",
      "Interview",
      "We would like to invite you to nothing formal, just a chat: does Wednesday morning work for you?\n\nDaniel",
    ],
    [
      "Rosa Martin",
      "Meeting moved",
      "Can we move our meeting to Friday? Something came up here.\n\nRosa",
    ],
    ["Viktor Hahn", "Coffee", "When would suit you for a coffee? I'm flexible.\n\nViktor"],
    [
      "Amelie Roux",
      "Demo",
      "I could show you the demo tomorrow at 10:30 or on Thursday at 2pm. What works better?\n\nAmelie",
    ],
    ["Noah Fischer", "Review", "Let's find a time to go through the numbers together.\n\nNoah"],
  ]),
  ...of("invitation", [
    [
      "Clara Voss",
      "Saturday",
      "We're having a barbecue on Saturday and would love for you to come!\n\nClara",
      { slots: { name: "Clara" } },
    ],
    [
      "Henrik Dahl",
      "Opening",
      "You are invited to the opening of our new studio on 4 December. Please RSVP.\n\nHenrik",
    ],
    [
      "Mina Park",
      "Quiz night",
      "Are you up for quiz night this Thursday? We need a fourth.\n\nMina",
    ],
    [
      "Paul Adler",
      "Panel",
      "I am writing to invite you to speak on our panel about small harbours.\n\nYours sincerely,\nPaul Adler",
    ],
    ["Zoe Grant", "Dinner", "Come over for dinner on Friday? Sam is cooking.\n\nZoe"],
  ]),
  ...devMore,
  ...devNews,
];
