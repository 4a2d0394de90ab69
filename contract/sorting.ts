import { z } from "zod";
import { Category, Priority } from "./email.ts";
import { endpoint } from "./endpoint.ts";
import { line } from "./fields.ts";
import { MessageId } from "./ids.ts";
import { limits } from "./limits.ts";

/** What decided how a message is sorted, the strongest first. */
export const SortedBy = z.enum(["you", "sender", "server", "learned", "model"]);

/** Why a message is sorted as it is, in words that people know. */
export const SortingReason = z.object({
  categoryBy: SortedBy,
  category: z.array(z.string()),
  priorityBy: SortedBy,
  priority: z.array(z.string()),
});
export type SortingReason = z.infer<typeof SortingReason>;

/** Why a message is sorted as it is; null while nothing has been found out. */
export const whySorted = endpoint({
  method: "GET",
  path: "/email/{emailId}/sorting",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId }),
  output: z.object({
    category: Category.nullable(),
    priority: Priority.nullable(),
    reason: SortingReason.nullable(),
    /** Which model found it out; "" when none did. */
    version: z.string(),
  }),
  errors: ["message.not_found"],
});

const address = line(limits.emailMaxLength)
  .trim()
  .regex(/^[^\s<>,;]+@[^\s<>,;@]+$/);

export const SenderSorting = z.object({
  address: z.string(),
  category: Category.nullable(),
  priority: Priority.nullable(),
});
export type SenderSorting = z.infer<typeof SenderSorting>;

/** How the person wants mail sorted. */
export const SortingWish = z.object({
  /** How many of a hundred mails may be High, about. */
  highShare: z.union([z.literal(5), z.literal(10), z.literal(15), z.literal(25), z.literal(40)]),
  /** Whether what they open, answer, star and file away is learned from. */
  learnsFromUse: z.boolean(),
});
export type SortingWish = z.infer<typeof SortingWish>;

/** How many corrections were learned from, and which senders are sorted as the person said. */
export const readSorting = endpoint({
  method: "GET",
  path: "/sorting",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    lessons: z.number(),
    /** Mails of which was learned what the person did with them. */
    uses: z.number(),
    wish: SortingWish,
    senders: z.array(SenderSorting),
  }),
  errors: [],
});

/** Changes what is given of how the person wants mail sorted. Whoever wants nothing learned from use: it is forgotten. */
export const wishSorting = endpoint({
  method: "PUT",
  path: "/sorting",
  access: "user",
  scope: "settings",
  input: SortingWish.partial(),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Sorts all mail of an address so, what is there and what comes; what was chosen for single messages stays. */
export const sortSender = endpoint({
  method: "PUT",
  path: "/sorting/senders/{address}",
  access: "user",
  scope: "settings",
  input: z.object({
    address,
    category: Category.nullable().optional(),
    priority: Priority.nullable().optional(),
  }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

export const unsortSender = endpoint({
  method: "DELETE",
  path: "/sorting/senders/{address}",
  access: "user",
  scope: "settings",
  input: z.object({ address }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Forgets what was learned from what the person said and did. What they chose for messages and senders stays. */
export const forgetLessons = endpoint({
  method: "POST",
  path: "/sorting/forget",
  access: "user",
  scope: "settings",
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** How many conversations of the inbox want an answer, and how many wait for one. */
export const countTurns = endpoint({
  method: "GET",
  path: "/sorting/turns",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ reply: z.number(), waiting: z.number(), fyi: z.number() }),
  errors: [],
});
