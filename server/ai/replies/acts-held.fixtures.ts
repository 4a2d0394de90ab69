import { heldMore } from "./acts-held-more.fixtures.ts";
import { heldNews } from "./acts-news.fixtures.ts";
import { type ActFixture, messagesOf } from "./acts.fixtures.ts";

const of = (...given: [Parameters<typeof messagesOf>[1], Parameters<typeof messagesOf>[2]]) =>
  messagesOf("held", ...given);

/** Messages for scoring: with other people, topics and phrases than those used to develop the rules. */
export const heldOutMessages: readonly ActFixture[] = [
  ...of("question-yes-no", [
    [
      "Dorothy Finch",
      "Allergy",
      "Good evening,\n\nwill there be nuts in the dessert? My niece is allergic.\n\nDorothy",
      { slots: { name: "Dorothy" } },
    ],
    ["Tariq Aziz", "Telescope", "I saw the listing. Is the telescope still for sale?\n\nTariq"],
    [
      "Bronwyn Hughes",
      "Choir",
      "Should altos stand on the left this time? I forgot what we settled on.\n\nB.",
    ],
    ["Leif Aune", "Kiln", "I am wondering whether the kiln was switched off last night.\n\nLeif"],
    ["Priya Raman", "Grant", "We ticked box C on the application. Was that correct?\n\nPriya"],
  ]),
  ...of("question-open", [
    [
      "Colin Marsh",
      "Seeds",
      "Hello neighbour,\n\nwhere did you buy those tomato seeds?\n\nColin",
      { slots: { name: "Colin" } },
    ],
    ["Yara Haddad", "Thesis", "My supervisor is away. How long should the abstract be?\n\nYara"],
    [
      "Gustav Nyman",
      "Heating",
      "It is eleven degrees in here. Why is the heating off in the east wing?\n\nGustav",
    ],
    [
      "Philippa Shaw",
      "Gift",
      "Fifty years married! I'd love to hear your thoughts on a present for them.\n\nPhilippa",
    ],
    ["Omar Said", "Bus", "When does the last bus to the observatory leave on Sundays?\n\nOmar"],
    ["Agnes Toth", "Cello", "Which strings would you recommend for a beginner?\n\nAgnes"],
  ]),
  ...of("request", [
    [
      "Beatrice Lang",
      "Manuscript",
      "Dear Anna,\n\nwould you kindly proofread the second chapter by 12 December?\n\nWarmly,\nBeatrice",
      { slots: { name: "Beatrice", thing: "the second chapter", deadline: "12 December" } },
    ],
    ["Hugo Falk", "Ladder", "Could I borrow your ladder at the weekend? Ours broke.\n\nHugo"],
    [
      "Saskia Bos",
      "Website",
      "The opening hours on our page are wrong. Please change them when you get to it.\n\nSaskia",
    ],
    [
      "Reuben Katz",
      "Survey",
      "It would be a big help if you passed the survey on to your students.\n\nReuben",
    ],
    [
      "Milena Jovic",
      "Insurance",
      "For the claim we need the receipts from you until the end of the month.\n\nMilena",
    ],
    [
      "Desmond Clarke",
      "Podcast",
      "Can you record a short introduction for the next episode? Thirty seconds will do.\n\nDes",
    ],
    [
      "Ingrid Solheim",
      "Cat",
      "Do me a favour and feed Minka on your way home, will you?\n\nIngrid",
    ],
  ]),
  ...of("schedule", [
    [
      "Warren Hale",
      "Fitting",
      "Hello,\n\nwe could do the fitting of your suit next Monday at noon. Would that be convenient for you?\n\nWarren",
      { slots: { name: "Warren" } },
    ],
    [
      "Mei Tanaka",
      "Thesis talk",
      "I would like to discuss my topic with you. Do you have time on 3 December at 2 pm?\n\nMei",
    ],
    [
      "Callum Reid",
      "Boiler",
      "Our engineer can visit on Wednesday between 9 and 11. Is that ok with you?\n\nCallum",
    ],
    ["Sunniva Vik", "Lunch?", "Long time no see! Lunch on Thursday?\n\nSunniva"],
    [
      "Patrice Morel",
      "Parents' evening",
      "Please suggest a day on which we can talk about Leo's progress.\n\nPatrice Morel",
    ],
    [
      "Hamza Idris",
      "Rehearsal",
      "The hall is taken, so we have to postpone the rehearsal until Sunday. Can you make it?\n\nHamza",
    ],
  ]),
  ...of("invitation", [
    [
      "Fiona Keane",
      "We said yes!",
      "Dear Anna,\n\nplease join us for our wedding on 14 June in Galway.\n\nFiona & Rory",
      { slots: { name: "Fiona" } },
    ],
    [
      "Dmitri Orlov",
      "Chess",
      "Fancy a game at the club tonight? Everybody brings a snack.\n\nDmitri",
    ],
    [
      "Celeste Aubry",
      "Vernissage",
      "It would be lovely to have you with us at the vernissage next Friday.\n\nCeleste",
    ],
    [
      "Walter Kuhn",
      "Alumni",
      "We cordially invite all former students to the reception in the old library.\n\nWalter Kuhn",
    ],
    [
      "Tilda Berg",
      "Sledging",
      "The kids go sledging on Sunday, do you and Nils want to come along?\n\nTilda",
    ],
  ]),
  ...heldMore,
  ...heldNews,
];
