import type { UserId } from "@inlet/contract/ids.ts";
import { type suggestTemplates as suggest, Tone } from "@inlet/contract/ai/smart-replies.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import type { TemplateRow } from "#/store/drafts/template-schema.ts";
import { templatesOf } from "#/store/drafts/template-queries.ts";
import { userById } from "#/store/users/queries.ts";
import { textsFor } from "#/texts/texts.ts";
import type { AiContext } from "../context.ts";
import { ModelFailure, type UserModel } from "../model/port.ts";
import { isHarmless } from "../replies/guard.ts";
import { madeBy, madeHere, modelFailureOf } from "../replies/made-by.ts";
import { builtIns } from "./built-in.ts";
import { fillPlaceholders } from "./placeholders.ts";
import { rank } from "./rank.ts";

type Asked = z.output<typeof suggest.input>;
type Given = z.output<typeof suggest.output>;
type Details = Given["details"];

const maxOwn = 5;

/** Returns templates for a purpose, the user's own before the built-in ones. Throws templates.failed. */
export async function suggestTemplates(
  ai: AiContext,
  userId: UserId,
  asked: Asked,
  signal?: AbortSignal,
): Promise<Given> {
  try {
    const { reader } = ai.database;
    const [texts, own, user, model] = await Promise.all([
      textsFor(reader, userId),
      templatesOf(reader, userId),
      userById(reader, userId),
      ai.model.forUser(userId),
    ]);
    const known = { recipient: asked.recipient, myName: user?.name ?? "" };
    const mine = ownFor(own, asked, known);
    const give = (others: Details, meta: Given["meta"]): Given => {
      const details = [...mine, ...others];
      return { templates: details.map(({ body }) => body), details, meta };
    };
    if (asked.engine === "local" || model === null) {
      return give(builtInsFor(asked, known), madeHere(texts, model));
    }
    try {
      return give(await askModel(model, asked, signal), madeBy(texts, model));
    } catch (error) {
      return give(builtInsFor(asked, known), madeHere(texts, model, modelFailureOf(error)));
    }
  } catch (error) {
    ai.log.error({ err: error }, "template suggestions failed");
    throw new Failure("templates.failed", { cause: error });
  }
}

type Known = Parameters<typeof fillPlaceholders>[1];

function ownFor(rows: readonly TemplateRow[], { purpose, context }: Asked, known: Known): Details {
  const items = rows.map((item) => ({
    item,
    name: item.name,
    text: `${item.subject} ${item.body}`,
  }));
  const present = ({ id, name, subject, body }: TemplateRow) => ({
    id,
    name,
    subject,
    purpose,
    body: fillPlaceholders(body, known),
  });
  if (purpose === "") return rows.map(present);
  const begun = rows.filter(({ name }) => name.toLowerCase().includes(purpose.toLowerCase()));
  const found = new Set([...begun, ...rank(items, `${purpose} ${context}`)]);
  return [...found].slice(0, maxOwn).map(present);
}

function builtInsFor({ purpose, context }: Asked, known: Known): Details {
  const items = builtIns.map((item) => ({
    item,
    name: item.name,
    text: item.words,
  }));
  // The context is used only if the purpose alone matches nothing.
  const [best] = [...rank(items, purpose), ...rank(items, context)];
  if (best === undefined) return [];
  return Tone.options.map((tone) => ({
    id: null,
    name: best.name,
    tone,
    subject: subjectOf(purpose),
    purpose,
    body: fillPlaceholders(best.bodies[tone], known),
  }));
}

function subjectOf(purpose: string): string {
  return `Re: ${purpose}`;
}

const Answer = z.object({ templates: z.array(z.string().max(8000)).max(6) });

async function askModel(
  model: UserModel,
  { purpose, recipient, context }: Asked,
  signal?: AbortSignal,
): Promise<Details> {
  const { templates } = await model.answer({
    task: "templates",
    instructions:
      "Write three email templates for the purpose that the person names: professional, casual and formal. Plain text without links, addresses, numbers and amounts that the person did not name. Mark what they must fill in with braces, as in {date}.",
    asked: JSON.stringify({ purpose, recipient, context }),
    material: [],
    shape: Answer,
    maxOutputTokens: 1500,
    ...(signal && { signal }),
  });
  const shown = templates
    .map((body, at) => ({ body: body.trim(), tone: Tone.options[at] }))
    .filter(({ body }) => body !== "" && isHarmless(body, `${purpose}\n${recipient}\n${context}`));
  if (shown.length === 0) throw new ModelFailure("unusable-answer");
  return shown.map(({ body, tone }) => ({
    id: null,
    name: purpose,
    ...(tone && { tone }),
    subject: subjectOf(purpose),
    purpose,
    body,
  }));
}
