import { type ActFixture, mailsOf } from "./acts.fixtures.ts";

const of = (...given: [Parameters<typeof mailsOf>[1], Parameters<typeof mailsOf>[2]]) =>
  mailsOf("dev", ...given);

/** Mails to make the rules by. */
export const devMails: readonly ActFixture[] = [
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
  ...of("document", [
    [
      "Lena Ortiz",
      "Minutes",
      "Hi all,\n\nattached are the minutes of Monday's meeting.\n\nLena",
      { slots: { name: "Lena", document: "minutes" } },
    ],
    [
      "Oscar Blom",
      "Contract",
      "Dear Ms Berg,\n\nplease find enclosed the signed contract.\n\nKind regards,\nOscar Blom",
    ],
    ["Ruth Amsel", "Slides", "Here are the slides from my talk, as promised.\n\nRuth"],
    [
      "Ivan Petrov",
      "Scan",
      "I've uploaded the scans of the old maps to the shared folder.\n\nIvan",
    ],
  ]),
  ...of("thanks", [
    [
      "Emma Frost",
      "Thank you",
      "Hi,\n\nthank you so much for your help with the move. It saved us a whole day.\n\nEmma",
      { slots: { name: "Emma" } },
    ],
    ["Jakob Lind", "Yesterday", "Thanks a lot for stepping in yesterday, that was great.\n\nJakob"],
    [
      "Aisha Khan",
      "Reference",
      "I really appreciate the reference you wrote. I got the place!\n\nAisha",
    ],
    ["Simon Wolf", "Tip", "Thanks for the tip about the bakery. We went on Sunday.\n\nSimon"],
  ]),
  ...of("introduction", [
    [
      "Karen Miles",
      "Hello",
      "Hello,\n\nmy name is Karen Miles and I look after the new exhibits at the maritime museum.\n\nKaren",
      { slots: { name: "Karen" } },
    ],
    [
      "Ravi Nair",
      "Introduction",
      "Anna, I'd like to introduce Jonas, who builds small wind turbines. Jonas, Anna runs the harbour office.\n\nRavi",
    ],
    [
      "Tessa Moor",
      "New in the team",
      "Hi! I recently joined the design team and wanted to say hello.\n\nTessa",
    ],
    [
      "Bruno Silva",
      "Your account",
      "I have taken over from Marta and will be your contact from now on.\n\nBruno",
    ],
  ]),
  ...of("invoice", [
    [
      "Nora Schmitt",
      "Invoice 2214",
      "Dear customer,\n\nplease find attached our invoice for the repair of the winch. The amount is due within 14 days.\n\nNora Schmitt",
      { slots: { name: "Nora" } },
    ],
    [
      "Gareth Pugh",
      "Sail loft",
      "Hi, here is the bill for the new jib. Payment within 30 days is fine.\n\nGareth",
    ],
    [
      "Elena Costa",
      "Outstanding",
      "According to our books the invoice from September has not been paid.\n\nElena",
    ],
    ["Dieter Kroll", "Pro forma", "As discussed I send you the pro forma for the order.\n\nDieter"],
  ]),
  ...of("apology", [
    [
      "Molly Hart",
      "Sorry",
      "Hi,\n\nI'm so sorry about missing our call this morning. My train was stuck.\n\nMolly",
      { slots: { name: "Molly" } },
    ],
    ["Fabian Gross", "Wrong file", "My mistake, I sent the wrong version last night.\n\nFabian"],
    ["Leah Stone", "Apologies", "Please accept our apologies for the noise on Sunday.\n\nLeah"],
    [
      "Kofi Mensah",
      "Late",
      "We apologise that the delivery was late. It will not happen again.\n\nKofi",
    ],
  ]),
  ...of("reminder", [
    [
      "Anton Berg",
      "Re: Offer",
      "Hi,\n\njust checking in on the offer I sent two weeks ago.\n\nAnton",
      { slots: { name: "Anton" } },
    ],
    ["Judith Sommer", "Re: Logo", "Have you had a chance to look at the logo yet?\n\nJudith"],
    [
      "Miguel Torres",
      "Reminder",
      "A gentle reminder that your report is still outstanding.\n\nMiguel",
    ],
    ["Alice Wood", "Re: Visa", "Any news on the visa? I haven't heard from the office.\n\nAlice"],
    [
      "Stefan Kurz",
      "Re: Parts",
      "I'm following up on my last email about the spare parts.\n\nStefan",
    ],
  ]),
  ...of("congratulation", [
    [
      "Greta Olsen",
      "Wow",
      "Congratulations on the new job!\n\nGreta",
      { slots: { name: "Greta" } },
    ],
    ["Ben Archer", "Race", "Well done on Saturday, what a finish!\n\nBen"],
    ["Lotte Maas", "Today", "Happy birthday, dear Anna! Have a wonderful day.\n\nLotte"],
  ]),
  ...of("fyi", [
    [
      "Erik Strand",
      "Water",
      "Hi,\n\njust to let you know that the water will be off on Monday morning.\n\nErik",
      { slots: { name: "Erik" } },
    ],
    [
      "Monica Reyes",
      "Office",
      "We have moved to the third floor. The post box stays where it was.\n\nMonica",
    ],
    ["Jan de Vries", "Gate", "FYI, the code for the gate is on the board in the hall.\n\nJan"],
    [
      "Wanda Klein",
      "Tuesday",
      "Heads-up: the bridge is closed from tomorrow, so take the ferry.\n\nWanda",
    ],
  ]),
  ...of("sensitive", [
    [
      "Chief Executive",
      "Urgent",
      "I am in a meeting. Buy five gift cards and send me the codes.\n\nThe boss",
    ],
    [
      "Nora Schmitt",
      "New account",
      "Please note that our bank details have changed: from now on use the new bank account.\n\nNora",
    ],
    ["Help Desk", "Your mailbox", "Your mailbox is full. Reply with your password to keep it."],
  ]),
  ...of("question-yes-no", [
    [
      "Jonas Weber",
      "Schlüssel",
      "Hallo Anna,\n\nist der Schlüssel noch bei dir?\n\nViele Grüße\nJonas",
      { language: "de", slots: { name: "Jonas" } },
    ],
  ]),
  ...of("request", [
    [
      "Katrin Vogel",
      "Bericht",
      "Hallo Anna,\n\nkönntest du bitte den Bericht noch einmal durchsehen?\n\nLiebe Grüße\nKatrin",
      { language: "de" },
    ],
  ]),
  ...of("schedule", [
    [
      "Uwe Brandt",
      "Treffen",
      "Guten Tag Frau Berg,\n\npasst es Ihnen am Donnerstag um 14 Uhr?\n\nMit freundlichen Grüßen\nUwe Brandt",
      { language: "de" },
    ],
  ]),
  ...of("thanks", [
    [
      "Sabine Kern",
      "Danke",
      "Liebe Anna,\n\nvielen Dank für deine Hilfe beim Umzug, das war wirklich großartig.\n\nSabine",
      { language: "de" },
    ],
  ]),
  ...of("invitation", [
    [
      "Rolf Engel",
      "Feier",
      "Hallo Anna,\n\nich möchte dich herzlich zu meiner Feier am Samstag einladen.\n\nRolf",
      { language: "de" },
    ],
  ]),
  ...of(null, [
    [
      "Shop & Co",
      "20 % off everything",
      "Our biggest sale of the year. Shop now!\n\nUnsubscribe",
      { hasUnsubscribe: true, address: "deals@shop.example" },
    ],
    [
      "GitLab",
      "Pipeline failed",
      "Pipeline #4412 failed. Could you look into it?",
      { address: "gitlab@code.example" },
    ],
    [
      "Your Bank",
      "Statement",
      "Your statement is ready. This is an automated message, please do not reply to this email.",
      { address: "no-reply@bank.example" },
    ],
    [
      "Post",
      "Your parcel has been shipped",
      "Your parcel no. 8841 has been handed over.",
      { address: "tracking@post.example" },
    ],
    [
      "Weekly Letter",
      "What did you miss?",
      "Seven stories. You are receiving this email because you signed up.",
      { address: "hello@letter.example" },
    ],
    [
      "Mail Delivery System",
      "Undelivered",
      "Your message could not be delivered.",
      { address: "MAILER-DAEMON@example.org" },
    ],
    ["Klubb", "Sign-in", "Your verification code is 114422.", { address: "account@klubb.example" }],
  ]),
];
