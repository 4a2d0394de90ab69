import { z } from "zod";
import { Category, Turn } from "./email.ts";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { AccountId } from "../ids.ts";
import { languageNames } from "../languages.ts";
import { limits } from "../limits.ts";

/** The action of a swipe over a row. */
const Swipe = z.enum(["archive", "snooze", "delete", "read", "none"]);

const named = { id: line(64).min(1), name: line(40).trim().min(1) };

/** A named part of the inbox: mail with a label, from a sender, or of a category. */
export const Split = z.discriminatedUnion("kind", [
  z.object({
    ...named,
    kind: z.literal("label"),
    value: line(limits.labelMaxLength).trim().min(1),
  }),
  /** An address, or a domain as in `@example.org`. */
  z.object({ ...named, kind: z.literal("sender"), value: line(254).trim().min(1) }),
  z.object({ ...named, kind: z.literal("category"), value: Category }),
  z.object({ ...named, kind: z.literal("turn"), value: Turn }),
]);
export type Split = z.infer<typeof Split>;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** As in Europe/Berlin; "" until a device of the user has reported it. */
export const timeZone = line(64).refine((zone) => zone === "" || isTimeZone(zone));

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).format(0) !== "";
  } catch {
    return false;
  }
}

/** Preferences of a user that apply on every device. */
export const MailPreferences = z.object({
  /** Number of seconds in which a sent message can be undone; 0 sends at once. */
  undoSeconds: z.union([z.literal(0), z.literal(5), z.literal(10), z.literal(20), z.literal(30)]),
  /** Answers requests for read receipts (RFC 8098): never, or after asking the user. */
  readReceipts: z.enum(["never", "ask"]),
  /** True if lists show conversations, false if they show messages. */
  conversations: z.boolean(),
  density: z.enum(["compact", "normal", "comfortable"]),
  /** Position of the open message: beside the list, or instead of it. */
  readingPane: z.enum(["right", "off"]),
  /** The view to show once the open message has left its list. */
  autoAdvance: z.enum(["next", "previous", "list"]),
  /** Null until the user chooses a theme; until then each device has its own setting. */
  theme: z.enum(["light", "dark", "system"]).nullable(),
  /**
   * Null until the user chooses a language. Until then the page uses the browser's language, and messages of the server are in
   * English.
   */
  locale: z.enum(languageNames).nullable(),
  swipeRight: Swipe,
  swipeLeft: Swipe,
  splits: z.array(Split).max(20),
  sort: z.enum(["newest", "oldest"]),
  /** The order of search results. */
  resultOrder: z.enum(["newest", "relevance"]),
  /** True if rows show a one-line summary of the message if available, instead of its beginning. */
  listSummaries: z.boolean(),
  /** The display of messages with their own colors in the dark theme: darkened, or as received. */
  mailDark: z.enum(["auto", "original"]),
  shortcuts: z.object({
    /** True if shortcuts without a modifier key work. */
    isOn: z.boolean(),
    /** Keys that differ from the defaults, by command; "" for no key. */
    map: z
      .record(z.string().regex(/^[a-z][\w.-]{0,63}$/i), line(40))
      .refine((map) => Object.keys(map).length <= 200),
  }),
  notifications: z.object({
    newMail: z.boolean(),
    /** True if some device of the user shows notifications. Each device has its own setting. */
    desktop: z.boolean(),
    sound: z.boolean(),
    /**
     * Content of a notification: sender, subject and beginning; the same without the beginning; or only that there is something
     * new.
     */
    detail: z.enum(["full", "subject", "none"]),
    /** True to notify only of messages that are starred or have high priority. */
    onlyImportant: z.boolean(),
    /** Accounts without notifications. */
    silentAccounts: z.array(AccountId).max(200),
    securityAlerts: z.boolean(),
    /** Consent only: nothing is sent. */
    marketing: z.boolean(),
    /** The daily brief: above the inbox, with a notification at its hour. */
    dailySummary: z.boolean(),
    summaryHour: z.number().int().min(0).max(23),
    /** It is also sent by email if the server can send; this is the default while the user has not chosen. */
    summaryByMail: z.boolean().optional(),
    /** Time zone of the quiet hours and the hour of the summary. */
    timeZone,
    /** Times of day of the user; a `from` later than `to` spans midnight. */
    quietHours: z.object({ isOn: z.boolean(), from: timeOfDay, to: timeOfDay }),
  }),
});
export type MailPreferences = z.infer<typeof MailPreferences>;

export const mailPreferences = endpoint({
  method: "GET",
  path: "/user/preferences",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ preferences: MailPreferences }),
  errors: [],
});

/** Changes the given preferences, each as a whole, and leaves the rest. */
export const saveMailPreferences = endpoint({
  method: "PUT",
  path: "/user/preferences",
  access: "user",
  scope: "settings",
  input: MailPreferences.partial(),
  output: z.object({ preferences: MailPreferences }),
  errors: [],
});
