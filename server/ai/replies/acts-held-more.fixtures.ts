import { type ActFixture, messagesOf } from "./acts.fixtures.ts";

const of = (...given: [Parameters<typeof messagesOf>[1], Parameters<typeof messagesOf>[2]]) =>
  messagesOf("held", ...given);

/** Further examples. */
export const heldMore: readonly ActFixture[] = [
  ...of("document", [
    [
      "Edith Moss",
      "Floor plan",
      "Good morning,\n\nI am sending you the revised floor plan of the upper storey.\n\nEdith",
      { slots: { name: "Edith" } },
    ],
    [
      "Rafael Pinto",
      "Recipe",
      "As promised, my grandmother's recipe is attached. Enjoy!\n\nRafael",
    ],
    ["Noor van Dam", "Certificate", "Enclosed is your certificate of attendance.\n\nNoor"],
    [
      "Torsten Ahl",
      "Field notes",
      "I have put all field notes from the island into one file and added it here.\n\nTorsten",
    ],
  ]),
  ...of("thanks", [
    [
      "Imogen Price",
      "Lovely evening",
      "Dear Anna,\n\nmany thanks for the wonderful evening, the children talk of nothing else.\n\nImogen",
      { slots: { name: "Imogen" } },
    ],
    ["Samir Haddou", "The loan", "I am deeply grateful for what you did for my brother.\n\nSamir"],
    [
      "Vera Lukas",
      "Package",
      "The parcel came today. You were so kind to send it after us.\n\nVera",
    ],
    [
      "Otto Brandl",
      "Lesson",
      "That was a great help, thank you! Now the scales finally work.\n\nOtto",
    ],
  ]),
  ...of("introduction", [
    [
      "Quentin Ward",
      "New landlord",
      "Good afternoon,\n\nallow me to introduce myself: I bought the house in Mill Lane and will be your landlord from January.\n\nQuentin Ward",
      { slots: { name: "Quentin" } },
    ],
    [
      "Lucia Ferrero",
      "You two",
      "I wanted to put you in touch with Sandro, the best luthier in town.\n\nLucia",
    ],
    [
      "Hedda Roos",
      "Greetings",
      "We haven't met yet. I am the new bee inspector of the district.\n\nHedda",
    ],
    [
      "Cyril Obi",
      "Physics",
      "I have just started as a lab technician here and wanted to say who is behind this address.\n\nCyril",
    ],
  ]),
  ...of("invoice", [
    [
      "Maud Keller",
      "Piano tuning",
      "Dear Anna,\n\nI enclose my invoice for tuning the grand piano. It is payable by the end of the month.\n\nMaud Keller",
      { slots: { name: "Maud" } },
    ],
    [
      "Enzo Galli",
      "Stone works",
      "Our fee note for the staircase is in the appendix. Kindly remit within ten days.\n\nEnzo Galli",
    ],
    ["Birgit Aho", "Balance", "There is an outstanding balance on your library account.\n\nBirgit"],
    [
      "Roland Fuchs",
      "Firewood",
      "Two loads were delivered on Monday. Here is the bill for them.\n\nRoland",
    ],
  ]),
  ...of("apology", [
    [
      "Constance Bell",
      "The vase",
      "Dear Anna,\n\nI am terribly sorry that I broke the vase. I will replace it.\n\nConstance",
      { slots: { name: "Constance" } },
    ],
    [
      "Idris Morgan",
      "Mix-up",
      "I messed up the seating. You should have been at the front.\n\nIdris",
    ],
    ["Solveig Dahl", "Dog", "We regret that our dog dug up your roses.\n\nSolveig"],
    ["Teodor Ilic", "Wrong address", "Forgive me, I gave the driver an old address.\n\nTeodor"],
  ]),
  ...of("reminder", [
    [
      "Annika Palm",
      "Re: Costumes",
      "Hi again,\n\nis there any progress with the costumes? Dress rehearsal is soon.\n\nAnnika",
      { slots: { name: "Annika" } },
    ],
    [
      "Fergus Nolan",
      "Re: Deposit",
      "We are still waiting for the deposit of the cottage.\n\nFergus",
    ],
    ["Juliette Blanc", "Re: Orchids", "Did you see my message about the orchids?\n\nJuliette"],
    ["Pavel Dusek", "Re: Survey", "Bumping this up in case it slipped through.\n\nPavel"],
    [
      "Ronja Falk",
      "Questionnaire",
      "A friendly nudge: your questionnaire has not reached us.\n\nRonja",
    ],
  ]),
  ...of("congratulation", [
    [
      "Ursula Hein",
      "Baby",
      "Dear both,\n\nhow wonderful! We are so happy for you and the little one.\n\nUrsula",
      { slots: { name: "Ursula" } },
    ],
    ["Kwame Boateng", "Doctor Berg", "Hats off, you passed with distinction!\n\nKwame"],
    ["Flora Dunn", "Anniversary", "Many happy returns to you and the bakery.\n\nFlora"],
  ]),
  ...of("fyi", [
    [
      "Gerda Lutz",
      "Lift",
      "Hello,\n\nthe lift will be serviced on Wednesday. There is nothing you need to do.\n\nGerda",
      { slots: { name: "Gerda" } },
    ],
    ["Ambrose Tan", "Results", "The vote was 14 to 3 in favour of the new statutes.\n\nAmbrose"],
    [
      "Silke Horn",
      "Bees",
      "For your information: the hives are on the north meadow until August.\n\nSilke",
    ],
    ["Marius Popa", "Arrived", "We landed safely and the weather is splendid.\n\nMarius"],
  ]),
  ...of("sensitive", [
    [
      "Managing Director",
      "Confidential",
      "I need you to wire the money to our new supplier today. Keep it between us.\n\nThe director",
    ],
    ["Payroll", "Salary", "Kindly confirm your login credentials so that the salary can be paid."],
    [
      "Maud Keller",
      "Payment",
      "We changed our bank. Please use the updated account details below from now on.\n\nMaud",
    ],
  ]),
  ...of("question-open", [
    [
      "Heike Lorenz",
      "Farbe",
      "Hallo Anna,\n\nwelche Farbe soll der Zaun bekommen?\n\nHeike",
      { language: "de", slots: { name: "Heike" } },
    ],
  ]),
  ...of("document", [
    [
      "Bernd Koch",
      "Angebot",
      "Sehr geehrte Frau Berg,\n\nanbei erhalten Sie unser Angebot für das Dach.\n\nMit freundlichen Grüßen\nBernd Koch",
      { language: "de" },
    ],
  ]),
  ...of("apology", [
    [
      "Lena Richter",
      "Verspätung",
      "Liebe Anna,\n\nes tut mir sehr leid, dass ich gestern nicht kommen konnte.\n\nLena",
      { language: "de" },
    ],
  ]),
  ...of("request", [
    [
      "Gernot Haas",
      "Leiter",
      "Hallo Anna,\n\nbitte bring am Samstag die lange Leiter mit.\n\nGernot",
      { language: "de" },
    ],
  ]),
  ...of("reminder", [
    [
      "Silvia Thoma",
      "Fragebogen",
      "Guten Tag,\n\nich wollte kurz nachfragen, ob der Fragebogen schon angekommen ist.\n\nSilvia Thoma",
      { language: "de" },
    ],
  ]),
  ...of(null, [
    [
      "Gardenia",
      "Bulbs are here",
      "Tulips, crocus and more. Manage your preferences or view it in your browser.",
      { address: "hello@gardenia.example" },
    ],
    [
      "Velo Rental",
      "Your booking is confirmed",
      "Your booking no. 7731 is confirmed. Do you need a helmet?",
      { address: "service@velo.example" },
    ],
    [
      "Ticket Desk",
      "Question about your visit?",
      "How was the museum? Tell us in two minutes.",
      { hasUnsubscribe: true, address: "feedback@museum.example" },
    ],
    [
      "Signal Tower",
      "Alert: disk almost full",
      "Node 3 has 4 % left. Please check.",
      { address: "alerts@tower.example" },
    ],
    [
      "Cloudbox",
      "New sign-in from a tablet",
      "A new device was used. Was this you?",
      { address: "security@cloudbox.example" },
    ],
    [
      "Paul Adler",
      "Automatic reply: Panel",
      "I am out of the office until Monday.",
      { address: "paul.adler@example.org" },
    ],
    [
      "Union Credit",
      "Receipt",
      "We received your payment. This mailbox is not monitored.",
      { address: "team@credit.example" },
    ],
    [
      "Stadtwerke",
      "Ihre Rechnung",
      "Diese E-Mail wurde automatisch erstellt. Bitte antworten Sie nicht auf diese Nachricht.",
      { address: "kunden@werke.example", language: "de" },
    ],
  ]),
];
