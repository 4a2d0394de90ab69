import { type ActFixture, messagesOf } from "./acts.fixtures.ts";

/** Messages that bring news, good or bad, in the half for development. */
export const devNews: readonly ActFixture[] = [
  ...messagesOf("dev", "complaint", [
    [
      "Edwin Carr",
      "The boiler",
      "This is the third time I write about the boiler. It still does not work, and I am very disappointed.\n\nEdwin",
    ],
    [
      "Helga Simon",
      "Lieferung",
      "Guten Tag,\n\nder Tisch wurde beschädigt geliefert, das ist nicht akzeptabel.\n\nHelga Simon",
      { language: "de" },
    ],
  ]),
  ...messagesOf("dev", "notice", [
    [
      "Harold Finch",
      "Mooring permit",
      "Dear Ms Berg,\n\nthe fire certificate has not been filed. Without it the permit will be withdrawn on 30 November.\n\nHarold Finch",
    ],
    [
      "Gerda Amsel",
      "Zweite Mahnung",
      "Sehr geehrte Frau Berg,\n\ndie Prämie ist überfällig. Andernfalls müssen wir den Vertrag kündigen.\n\nGerda Amsel",
      { language: "de" },
    ],
  ]),
  ...messagesOf("dev", "rejection", [
    [
      "Irene Kolb",
      "Your proposal",
      "Dear Anna,\n\nwe have decided in favour of another studio for the foyer.\n\nIrene",
    ],
  ]),
  ...messagesOf("dev", "refusal", [
    ["Tomas Reed", "Friday", "Unfortunately I can't come on Friday, the car broke down.\n\nTomas"],
  ]),
  ...messagesOf("dev", "moved", [
    [
      "Ingrid Dahl",
      "Design review",
      "Hi Anna,\n\nthe design review has been moved to Thursday at 14:00.\n\nIngrid",
      { slots: { name: "Ingrid" } },
    ],
  ]),
  ...messagesOf("dev", "loss", [
    ["Henrik Lund", "My father", "Dear Anna,\n\nmy father passed away on Sunday.\n\nHenrik"],
  ]),
  ...messagesOf("dev", "sick", [
    ["Jasper Moor", "Today", "Hi Anna, I'm ill and staying in bed today.\n\nJasper"],
    [
      "Lena Koch",
      "Heute",
      "Hallo Anna, ich bin leider krank und bleibe heute daheim.\n\nLena",
      { language: "de" },
    ],
  ]),
  ...messagesOf("dev", "away", [
    ["Bruno Galli", "Leave", "Hi all, I'm on parental leave until 4 December.\n\nBruno"],
  ]),
  ...messagesOf("dev", "good-news", [
    [
      "Maren Lang",
      "She is here",
      "Dear Anna, our daughter was born last night, all are well.\n\nMaren",
    ],
  ]),
];

/** The same for scoring, in other words. */
export const heldNews: readonly ActFixture[] = [
  ...messagesOf("held", "complaint", [
    [
      "Sybil Grant",
      "Order 12",
      "The lamp arrived damaged and nobody has answered my call. I want my money back.\n\nSybil",
    ],
  ]),
  ...messagesOf("held", "notice", [
    [
      "Martin Shaw",
      "Rent",
      "Dear Ms Berg,\n\nif the rent is not here by Monday we will have to inform our lawyers.\n\nMartin Shaw",
    ],
  ]),
  ...messagesOf("held", "rejection", [
    [
      "Nina Falk",
      "Scholarship",
      "Dear Anna,\n\nwe regret to inform you that your application was not successful.\n\nNina Falk",
    ],
    [
      "Peter Wolf",
      "Ausschreibung",
      "Sehr geehrte Frau Berg,\n\nleider konnte Ihr Angebot nicht berücksichtigt werden.\n\nPeter Wolf",
      { language: "de" },
    ],
  ]),
  ...messagesOf("held", "refusal", [
    ["Rosa Blum", "Choir", "Sadly I won't be able to sing on Sunday.\n\nRosa"],
  ]),
  ...messagesOf("held", "moved", [
    [
      "Karl Brandt",
      "Probe",
      "Hallo Anna,\n\ndie Probe wurde auf Donnerstag um 19 Uhr verschoben.\n\nKarl",
      { language: "de" },
    ],
  ]),
  ...messagesOf("held", "loss", [
    ["Agnes Holt", "News", "The funeral of my brother is on Friday at ten.\n\nAgnes"],
  ]),
  ...messagesOf("held", "sick", [
    ["Dora Klein", "Not in", "I have a fever, so I am calling in sick.\n\nDora"],
  ]),
  ...messagesOf("held", "away", [
    ["Felix Baum", "Holiday", "Just so you know, we are away from Monday.\n\nFelix"],
  ]),
  ...messagesOf("held", "good-news", [
    ["Clara Frost", "Guess what", "We're engaged! He asked on the ferry.\n\nClara"],
  ]),
];
