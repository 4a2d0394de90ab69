import type { UserId } from "@inlet/contract/ids.ts";
import {
  defaultLanguage,
  isPseudo,
  type Language,
  type Translated,
} from "@inlet/contract/languages.ts";
import { inPseudo } from "@inlet/contract/pseudo.ts";
import type { Reader } from "#/store/engine/database.ts";
import { languageOf } from "#/store/users/preference-queries.ts";
import { aiTexts } from "./ai-texts.ts";
import { answerTexts } from "./answer-texts.ts";
import { briefTexts } from "./brief-texts.ts";
import { chatTexts } from "./chat-texts.ts";
import { kindTexts } from "./kind-texts.ts";
import { mailTexts } from "./mail-texts.ts";
import { notificationTexts } from "./notification-texts.ts";
import { slackTexts } from "./slack-texts.ts";
import { telegramTexts } from "./telegram-texts.ts";

/** All texts that the server sends to a user in emails, notifications and messages, except errors. */
const english = {
  ai: aiTexts,
  answers: answerTexts,
  brief: briefTexts,
  chats: chatTexts,
  kinds: kindTexts,
  mails: mailTexts,
  notes: notificationTexts,
  slack: slackTexts,
  telegram: telegramTexts,
} as const;

export type Texts = Translated<typeof english>;

/** Languages other than English. A real translation is a file such as `de.ts` in this folder, of the type `Texts`. */
const others: Readonly<Record<Exclude<Language, "en">, () => Texts>> = {
  "en-XA": () => inPseudo(english),
  "ar-XB": () => inPseudo(english),
};

/** Returns the texts in the user's chosen language, or the browser's, or English. */
export async function textsFor(
  reader: Reader,
  userId: UserId,
  browserLanguage?: Language,
): Promise<Texts> {
  return textsIn(await languageOf(reader, userId, browserLanguage));
}

/** Returns the texts in a language. */
export function textsIn(language: Language): Texts {
  return language === "en" ? english : others[language]();
}

/** Returns the BCP 47 tag for formatting dates in a language. */
export function dateTag(language: Language): string {
  return language === defaultLanguage || isPseudo(language) ? "en-GB" : language;
}

/** Returns the localized name of a category, whose stored name is English; "" for none. */
export function categoryIn({ kinds }: Texts, category: string): string {
  const names: Readonly<Record<string, string>> = kinds.categories;
  return names[category] ?? category;
}
