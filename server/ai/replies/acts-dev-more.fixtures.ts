import { type ActFixture, messagesOf } from "./acts.fixtures.ts";

const of = (...given: [Parameters<typeof messagesOf>[1], Parameters<typeof messagesOf>[2]]) =>
  messagesOf("dev", ...given);

/** Further examples. */
export const devMore: readonly ActFixture[] = [
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
