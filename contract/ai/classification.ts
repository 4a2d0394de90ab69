import { z } from "zod";
import { Category, Priority } from "../mail/email.ts";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { MessageId } from "../ids.ts";
import { limits } from "../limits.ts";

/** The sources of a classification, the strongest first. */
export const ClassifiedBy = z.enum(["you", "sender", "server", "learned", "model"]);

/** The reason for a message's classification, in words that users know. */
export const ClassificationReason = z.object({
  categoryBy: ClassifiedBy,
  category: z.array(z.string()),
  priorityBy: ClassifiedBy,
  priority: z.array(z.string()),
});
export type ClassificationReason = z.infer<typeof ClassificationReason>;

/** Returns the reason for a message's classification; null before it was classified. */
export const whyClassified = endpoint({
  method: "GET",
  path: "/email/{emailId}/sorting",
  access: "user",
  scope: "read",
  input: z.object({ emailId: MessageId }),
  output: z.object({
    category: Category.nullable(),
    priority: Priority.nullable(),
    reason: ClassificationReason.nullable(),
    /** The model that classified it; "" if none did. */
    version: z.string(),
  }),
  errors: ["message.not_found"],
});

const address = line(limits.emailMaxLength)
  .trim()
  .regex(/^[^\s<>,;]+@[^\s<>,;@]+$/);

export const SenderClassification = z.object({
  address: z.string(),
  category: Category.nullable(),
  priority: Priority.nullable(),
});
export type SenderClassification = z.infer<typeof SenderClassification>;

/** The user's preferences for classification. */
export const ClassificationPreferences = z.object({
  /** Approximate share of messages that may be High, in percent. */
  highShare: z.union([z.literal(5), z.literal(10), z.literal(15), z.literal(25), z.literal(40)]),
  /** True if the classifier learns from the messages that the user opens, answers, stars and files. */
  learnsFromUse: z.boolean(),
});
export type ClassificationPreferences = z.infer<typeof ClassificationPreferences>;

/** Returns the number of corrections learned from, and the senders with a classification that the user chose. */
export const readClassification = endpoint({
  method: "GET",
  path: "/sorting",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({
    lessons: z.number(),
    /** Number of messages whose use by the user was learned from. */
    uses: z.number(),
    wish: ClassificationPreferences,
    senders: z.array(SenderClassification),
  }),
  errors: [],
});

/**
 * Changes the given preferences for classification. If learning from use is turned off, everything learned from it is deleted.
 */
export const changeClassification = endpoint({
  method: "PUT",
  path: "/sorting",
  access: "user",
  scope: "settings",
  input: ClassificationPreferences.partial(),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Classifies all mail of an address this way, existing and future; choices for single messages stay. */
export const classifySender = endpoint({
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

export const unclassifySender = endpoint({
  method: "DELETE",
  path: "/sorting/senders/{address}",
  access: "user",
  scope: "settings",
  input: z.object({ address }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Deletes everything learned from the user's corrections and actions. Choices for messages and senders stay. */
export const forgetTraining = endpoint({
  method: "POST",
  path: "/sorting/forget",
  access: "user",
  scope: "settings",
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Returns the number of inbox conversations that need an answer, and the number that await one. */
export const countTurns = endpoint({
  method: "GET",
  path: "/sorting/turns",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ reply: z.number(), waiting: z.number(), fyi: z.number() }),
  errors: [],
});
