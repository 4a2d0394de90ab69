import { z } from "zod";
import { isWebAddress } from "./ai-model.ts";

/** Where the services are asked that messages are saved to: each person brings a token of their own. */
export interface SavingSettings {
  notion: { apiUrl: string };
  trello: { apiUrl: string };
}

const usual = { notion: "https://api.notion.com", trello: "https://api.trello.com" };

/** The variables that lead elsewhere. */
export const savingVariables = {
  NOTION_API_URL: z.string().refine(isWebAddress).default(usual.notion),
  TRELLO_API_URL: z.string().refine(isWebAddress).default(usual.trello),
};

/** What to do about each of them when its value is no good. */
export const savingMends = {
  NOTION_API_URL: `Use a web address, or leave it out for ${usual.notion}.`,
  TRELLO_API_URL: `Use a web address, or leave it out for ${usual.trello}.`,
} satisfies Record<keyof typeof savingVariables, string>;

/** Where they are, without a slash at the end. */
export function readSaving(given: {
  NOTION_API_URL: string;
  TRELLO_API_URL: string;
}): SavingSettings {
  return {
    notion: { apiUrl: given.NOTION_API_URL.replace(/\/$/, "") },
    trello: { apiUrl: given.TRELLO_API_URL.replace(/\/$/, "") },
  };
}
