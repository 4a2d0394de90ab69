/**
 * The operators of a search, as they are typed before a colon, and the kind of their values:
 *
 * - `words`: words.
 * - `person`: a name, an address, a domain or `me`.
 * - `name`: the name of a folder, label or account.
 * - `date`: a day, month or year.
 * - `age`: a number of hours, days, weeks, months or years.
 * - `size`: bytes, kilobytes, megabytes or gigabytes.
 * - `file`: a file name or a file type.
 * - `list`: a mailing list.
 * - `address`: an address or `me`.
 * - `id`: the id of a message.
 * - A list: one of its values, in any case.
 */
export const searchOperators = {
  from: "person",
  to: "person",
  cc: "person",
  bcc: "person",
  with: "person",
  subject: "words",
  has: [
    "attachment",
    "image",
    "pdf",
    "document",
    "spreadsheet",
    "presentation",
    "invite",
    "link",
    "youtube",
    "drive",
    "userlabels",
    "nouserlabels",
  ],
  is: [
    "unread",
    "read",
    "starred",
    "unstarred",
    "important",
    "muted",
    "snoozed",
    "replied",
    "unanswered",
    "waiting",
    "fyi",
  ],
  in: "name",
  label: "name",
  account: "name",
  before: "date",
  after: "date",
  older: "date",
  newer: "date",
  older_than: "age",
  newer_than: "age",
  larger: "size",
  smaller: "size",
  size: "size",
  filename: "file",
  list: "list",
  deliveredto: "address",
  rfc822msgid: "id",
  category: ["work", "personal", "finance", "social", "promotions", "updates", "spam"],
  priority: ["high", "medium", "low"],
} as const satisfies Record<
  string,
  | "words"
  | "person"
  | "name"
  | "date"
  | "age"
  | "size"
  | "file"
  | "list"
  | "address"
  | "id"
  | readonly string[]
>;
export type SearchOperator = keyof typeof searchOperators;

/** Names in `in:` for locations that every account has; any other name is a folder's. */
export const searchPlaces = [
  "inbox",
  "sent",
  "drafts",
  "archive",
  "spam",
  "trash",
  "snoozed",
  "anywhere",
] as const;

/**
 * One piece of a search: `operator:value` or a value alone. A value is a word, or words in quotation marks; a missing closing
 * mark extends it to the end. A web address does not begin with an operator. A leading hyphen excludes the following piece. A
 * bracket opens or closes a group.
 */
export const searchPiece =
  /(?:(?<![^\s({])(-))?(?:([a-z_]{2,20}|rfc822msgid):(?!\/\/|\s|$))?(?:"([^"]*)(?:"|$)|([^\s"(){}]+)|([({]))|([)}])/giu;

/** Words that join pieces, as they are typed. AROUND is followed by the maximum number of words between two pieces. */
export const searchJoints: readonly string[] = ["OR", "AND", "NOT", "AROUND"];

/** The number after AROUND, if an operand follows: a maximum distance in words. */
export const searchDistance = /^\s+(\d{1,2})(?=\s+[^\s(){}])/;

/** A value of `before:` and `after:`, such as 2026, 2026-09 or 2026-09-01. */
export const searchDate = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/;

/** A value of `older_than:` and `newer_than:`: hours, days, weeks, months or years. */
export const searchAge = /^(\d{1,4})([hdwmy])$/;

/** A value of `larger:`, `smaller:` and `size:`: bytes, or kilobytes, megabytes and gigabytes as in 500K and 1.5MB. */
export const searchSize = /^(\d{1,12}(?:\.\d{1,3})?)\s?([kmg])?i?b?$/i;
