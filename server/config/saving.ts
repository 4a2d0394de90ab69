import { z } from "zod";
import { isWebAddress } from "./ai-model.ts";

/** API addresses of the services that messages are saved to; each user brings a token. */
export interface SavingSettings {
  notion: { apiUrl: string };
  trello: { apiUrl: string };
}

const usual = { notion: "https://api.notion.com", trello: "https://api.trello.com" };

/** Environment variables that replace the API addresses of Notion and Trello. */
export const savingVariables = {
  NOTION_API_URL: z.string().refine(isWebAddress).default(usual.notion),
  TRELLO_API_URL: z.string().refine(isWebAddress).default(usual.trello),
};

/** Hint for each variable whose value is invalid. */
export const savingHints = {
  NOTION_API_URL: `Use a web address, or leave it out for ${usual.notion}.`,
  TRELLO_API_URL: `Use a web address, or leave it out for ${usual.trello}.`,
} satisfies Record<keyof typeof savingVariables, string>;

/** Returns the addresses without a trailing slash. */
export function readSaving(given: {
  NOTION_API_URL: string;
  TRELLO_API_URL: string;
}): SavingSettings {
  return {
    notion: { apiUrl: given.NOTION_API_URL.replace(/\/$/, "") },
    trello: { apiUrl: given.TRELLO_API_URL.replace(/\/$/, "") },
  };
}
