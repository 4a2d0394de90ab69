import { aiLimits } from "./ai-limits.ts";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { TemplateId } from "../ids.ts";

/** Text of several lines. */
const lines = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\0]*$/);

export const Tone = z.enum(["professional", "casual", "formal"]);
export type Tone = z.infer<typeof Tone>;

/** The reply's position: yes, no, a question in return, or that more will follow. */
export const Stance = z.enum(["accept", "decline", "ask", "hold"]);
export type Stance = z.infer<typeof Stance>;

export const ReplyLength = z.enum(["short", "usual", "long"]);
export type ReplyLength = z.infer<typeof ReplyLength>;

/** The author of a text, in words that are shown with it, and the result of the call to a model. */
export const MadeBy = z.object({
  engine: z.enum(["local", "model"]),
  label: z.string(),
  /** The reason why the model's text was not used, if one was requested; null if it was. */
  note: z.string().nullable(),
  /** True if a model is available. */
  isModelAvailable: z.boolean(),
});
export type MadeBy = z.infer<typeof MadeBy>;

export const ReplySuggestion = z.object({ tone: Tone, stance: Stance, text: z.string() });
export type ReplySuggestion = z.infer<typeof ReplySuggestion>;

/** Reasons why no reply is suggested. */
const WhyNone = z.enum(["bulk", "own", "no-text", "language", "unsure"]);
export type WhyNone = z.infer<typeof WhyNone>;

/**
 * Suggests answers to a message, which the user reads and sends. `context` is what the user wants to say, in their own words.
 * `suggestions` has three: the likeliest answer in each tone. `details` has all.
 */
export const generateReplies = endpoint({
  method: "POST",
  path: "/ai/generate-replies",
  access: "user",
  scope: "draft",
  input: z.object({
    emailId: line(64).default(""),
    context: lines(aiLimits.aiContextMaxLength).default(""),
    /** Absent: as long as the user's own messages. */
    length: ReplyLength.optional(),
    /** If absent: a model if one is available. */
    engine: z.enum(["local", "model"]).optional(),
  }),
  output: z.object({
    suggestions: z.array(z.string()),
    details: z.array(ReplySuggestion),
    meta: MadeBy.extend({
      length: ReplyLength,
      /** The language of the email, as in "de"; null if it cannot be detected. */
      language: z.string().nullable(),
      whyNone: WhyNone.nullable(),
      /** True if the user has already answered the message. */
      isAnswered: z.boolean(),
    }),
  }),
  errors: ["replies.id_required", "message.not_found", "replies.failed"],
});

/** Writes a text on the user's request, or rewrites theirs. Requires a model. */
export const writeText = endpoint({
  method: "POST",
  path: "/ai/write",
  access: "user",
  scope: "draft",
  input: z.object({
    asked: lines(aiLimits.aiContextMaxLength).trim().min(1),
    /** The user's text so far; "" to write a new one. */
    text: lines(aiLimits.aiContextMaxLength).default(""),
  }),
  output: z.object({ text: z.string(), meta: MadeBy }),
  errors: ["ai.model_off", "ai.failed"],
});

/** A reusable text. */
export const Template = z.object({
  id: TemplateId,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
});
export type Template = z.infer<typeof Template>;

export const TemplateSuggestion = z.object({
  /** The id of the user's own template; null for a built-in one. */
  id: TemplateId.nullable(),
  name: z.string(),
  /** The tone, if the same text is suggested in several. */
  tone: Tone.exactOptional(),
  subject: z.string(),
  purpose: z.string(),
  body: z.string(),
});
export type TemplateSuggestion = z.infer<typeof TemplateSuggestion>;

/** Suggests beginnings of a message for a purpose: the user's own matching templates, then three built-in ones. */
export const suggestTemplates = endpoint({
  method: "POST",
  path: "/ai/suggest-templates",
  access: "user",
  scope: "draft",
  input: z.object({
    purpose: line(aiLimits.templatePurposeMaxLength).trim(),
    recipient: line(1000).default(""),
    context: lines(aiLimits.aiContextMaxLength).default(""),
    engine: z.enum(["local", "model"]).optional(),
  }),
  output: z.object({
    templates: z.array(z.string()),
    details: z.array(TemplateSuggestion),
    meta: MadeBy.extend({
      /** The reason why there is none: no template is for this purpose. */
      whyNone: z.enum(["no-match"]).nullable(),
    }),
  }),
  errors: ["templates.failed"],
});

export const listTemplates = endpoint({
  method: "GET",
  path: "/ai/templates",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ templates: z.array(Template) }),
  errors: [],
});

/** Creates a template or changes it; the page chooses the id of a new one. */
export const saveTemplate = endpoint({
  method: "PUT",
  path: "/ai/templates/{id}",
  access: "user",
  scope: "settings",
  input: z.object({
    id: TemplateId,
    name: line(aiLimits.templateNameMaxLength).trim(),
    subject: line(aiLimits.templateSubjectMaxLength).trim().default(""),
    body: lines(aiLimits.templateBodyMaxLength),
  }),
  output: z.object({ template: Template }),
  errors: ["template.fields_required", "template.name_taken", "template.too_many"],
});

export const removeTemplate = endpoint({
  method: "DELETE",
  path: "/ai/templates/{id}",
  access: "user",
  scope: "settings",
  input: z.object({ id: TemplateId }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});
