import { locale } from "#/lib/locale.ts";

const count = (emails: number) => emails.toLocaleString(locale);

/** Texts of the page without accounts, and of the steps after the first account. */
export const firstStepsTexts = {
  page: {
    title: "Bring in your first mailbox.",
    address: "Your address",
    addressExample: "you@example.org",
    facts: [
      "Your newest emails are here in about a minute, the rest follow.",
      "Inlet keeps its copy on this server and nowhere else.",
      "You can disconnect the mailbox at any time.",
    ],
  },
  name: "First steps",
  connecting: (host: string) => `Connecting to ${host}…`,
  counting: "Reading the list of folders…",
  first: (server: number) =>
    `${count(server)} emails found. The newest ones come first, in a few seconds.`,
  arriving: (here: number, server: number) =>
    `Your first emails are here: ${count(here)} of ${count(server)}. You can already read and answer.`,
  arrived: "Your emails are here.",
  offer: "Two things that help with a full inbox:",
  split: "Split the inbox",
  splitHint: "Updates and promotions get their own tabs.",
  brief: "Daily brief",
  briefHint: "Each morning, what needs you today.",
  practice: "Practice five keys",
  dismiss: "Not now",
  step: (at: number, of: number) => `Key ${at} of ${of}`,
  press: "Press",
  skip: "Skip",
  practiced: "That is all it takes. Every key is listed under Keyboard shortcuts.",
  finish: "Done",
} as const;
