import { locale } from "#/lib/locale.ts";

const count = (emails: number) => emails.toLocaleString(locale);

/** Texts of the page without accounts, and of the steps after the first account. */
export const firstStepsTexts = {
  page: {
    title: "Connect your first mailbox.",
    address: "Your address",
    addressExample: "you@example.org",
    facts: [
      "Your newest emails arrive in about a minute. The rest follow.",
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
  briefHint: "A summary each morning of the emails that need you.",
  practice: "Practice the main keys",
  dismiss: "Not now",
  step: (at: number, of: number) => `Key ${at} of ${of}`,
  press: "Press",
  skip: "Skip",
  stop: "Stop practicing",
  practiced: "That is all it takes. Every key is listed under Keyboard shortcuts.",
  finish: "Done",
} as const;
