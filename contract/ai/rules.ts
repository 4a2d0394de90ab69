import { aiLimits } from "./ai-limits.ts";
import { z } from "zod";
import { Category, EmailRow, Priority } from "../mail/email.ts";
import { endpoint } from "../endpoint.ts";
import { line, timeZone } from "../fields.ts";
import { JournalId, MessageId, RuleId } from "../ids.ts";
import { limits } from "../limits.ts";
import { saveKinds } from "../integrations/integration-kinds.ts";

/** The actions of a rule on a message. Each can be undone for 30 days, except a delivery to an external service. */
export const RuleActions = z
  .object({
    move: z.enum(["archive", "trash", "spam"]).optional(),
    /** The folder with this name, in the message's account. */
    folder: line(200).trim().min(1).optional(),
    seen: z.literal(true).optional(),
    starred: z.literal(true).optional(),
    label: line(limits.labelMaxLength).trim().min(1).optional(),
    category: Category.optional(),
    priority: Priority.optional(),
    /** Saves the message once to the first target of this kind that the user connected. Undo does not remove it there. */
    save: z.enum(saveKinds).optional(),
  })
  .refine(({ move, folder }) => move === undefined || folder === undefined);
export type RuleActions = z.infer<typeof RuleActions>;

const sentence = line(aiLimits.ruleMaxLength).trim();
/** A query as in the search box. */
const query = line(limits.searchMaxLength).trim().min(1);

/** A rule for incoming mail: the user's sentence and the rule as Inlet applies it. */
export const Rule = z.object({
  id: RuleId,
  text: z.string(),
  query: z.string(),
  actions: RuleActions,
  isOn: z.boolean(),
  createdAt: z.string(),
});
export type Rule = z.infer<typeof Rule>;

/** Lists the user's rules in the order in which they are applied. */
export const listRules = endpoint({
  method: "GET",
  path: "/rules",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ rules: z.array(Rule) }),
  errors: [],
});

/**
 * Parses a sentence into a rule. `unread` lists the words that were not understood; `query` is "" and `actions` is empty if the
 * sentence mentions neither. Nothing is saved.
 */
export const readRule = endpoint({
  method: "POST",
  path: "/rules/read",
  access: "user",
  scope: "settings",
  input: z.object({ text: sentence.min(1) }),
  output: z.object({
    query: z.string(),
    actions: RuleActions,
    unread: z.array(z.string()),
    /** The model that was used; "" if Inlet parsed the sentence without one. */
    model: z.string(),
  }),
  errors: [],
});

/**
 * Returns the messages of the last 30 days that the rule would have matched: the number, and the newest. Nothing is changed.
 */
export const tryRule = endpoint({
  method: "POST",
  path: "/rules/try",
  access: "user",
  scope: "read",
  input: z.object({ query, timeZone: timeZone.optional() }),
  output: z.object({ count: z.number(), isMore: z.boolean(), emails: z.array(EmailRow) }),
  errors: [
    "search.too_short",
    "search.unknown_operator",
    "search.unknown_value",
    "search.too_many",
  ],
});

/** Creates a rule, or changes the text of one. It applies to messages that arrive from now on. */
export const saveRule = endpoint({
  method: "PUT",
  path: "/rules/{id}",
  access: "user",
  scope: "settings",
  input: z.object({
    id: RuleId,
    text: sentence,
    query,
    actions: RuleActions,
    isOn: z.boolean(),
  }),
  output: z.object({ rule: Rule }),
  errors: [
    "rule.does_nothing",
    "rule.too_wide",
    "rule.too_many",
    "search.too_short",
    "search.unknown_operator",
    "search.unknown_value",
    "search.too_many",
  ],
});

export const removeRule = endpoint({
  method: "DELETE",
  path: "/rules/{id}",
  access: "user",
  scope: "settings",
  input: z.object({ id: RuleId }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** An action that a rule performed. */
export const JournalEntry = z.object({
  id: JournalId,
  at: z.string(),
  ruleId: RuleId,
  /** The rule's text at that time. */
  text: z.string(),
  actions: RuleActions,
  emailId: MessageId,
  /** The message's subject, while the message exists. */
  subject: z.string().nullable(),
  from: z.string().nullable(),
  /** The actions that failed, as a sentence; "" if all succeeded. */
  problem: z.string(),
  state: z.enum(["done", "undone", "too-late"]),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** Lists the actions of rules, the latest first; `before` is the id to continue from. */
export const readJournal = endpoint({
  method: "GET",
  path: "/rules/journal",
  access: "user",
  scope: "read",
  input: z.object({ before: JournalId.optional() }),
  output: z.object({ entries: z.array(JournalEntry), hasMore: z.boolean() }),
  errors: [],
});

/** Undoes the actions of a rule on one message; parts that have changed again since then stay. */
export const undoJournal = endpoint({
  method: "POST",
  path: "/rules/journal/{id}/undo",
  access: "user",
  scope: "settings",
  input: z.object({ id: JournalId }),
  output: z.object({ count: z.number() }),
  errors: ["journal.not_found", "undo.too_late"],
});
