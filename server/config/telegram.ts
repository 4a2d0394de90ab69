import { z } from "zod";

/** The operator's Telegram bot. */
interface TelegramBot {
  /** The token from Telegram's BotFather. */
  token: string;
  apiUrl: string;
}

const usualApiUrl = "https://api.telegram.org";

/** Environment variables of the Telegram bot. */
export const telegramVariables = {
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{1,20}:[\w-]{20,100}$/)
    .optional(),
  TELEGRAM_API_URL: z.url({ protocol: /^https?$/ }).default(usualApiUrl),
};

/** Hint for each variable whose value is invalid. */
export const telegramHints = {
  TELEGRAM_BOT_TOKEN: "Use your bot's token from Telegram's BotFather.",
  TELEGRAM_API_URL: `Use a web address, or leave it out for ${usualApiUrl}.`,
} satisfies Record<keyof typeof telegramVariables, string>;

/** Returns the bot, or null if the operator has none. */
export function readTelegram(given: {
  TELEGRAM_BOT_TOKEN?: string | undefined;
  TELEGRAM_API_URL: string;
}): TelegramBot | null {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiUrl } = given;
  return token === undefined ? null : { token, apiUrl: apiUrl.replace(/\/$/, "") };
}
