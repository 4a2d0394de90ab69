import type { UserId } from "@inlet/contract/ids.ts";
import {
  type MadeBy,
  type suggestTemplates as suggest,
  Tone,
} from "@inlet/contract/ai/smart-replies.ts";
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
import { choose } from "../replies/echo.ts";
import { wordsOf } from "../replies/words.ts";
import { findPurpose, templateWords } from "./built-in.ts";
import { recipientOf } from "./greet.ts";
import { fillNotes, readNotes } from "./notes.ts";
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
    const give = (others: Details, meta: MadeBy): Given => {
      const details = [...mine, ...others];
      const whyNone = details.length === 0 ? "no-match" : null;
      return { templates: details.map(({ body }) => body), details, meta: { ...meta, whyNone } };
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

/** Returns the template that fits the purpose, in each tone; nothing is better than a template for something else. */
function builtInsFor({ purpose, context, recipient }: Asked, { myName }: Known): Details {
  const found = findPurpose(purpose, context);
  if (found === undefined) return [];
  const { language } = found;
  const { bodies, name } = found.purpose;
  const notes = readNotes(context, templateWords(language));
  const { signOff } = wordsOf(language).frame;
  const { relation, greetings } = recipientOf(recipient, language);
  const isDistant = relation === "last" || relation === "open";
  return Tone.options.flatMap((tone, at): Details => {
    if (relation === "family" && tone !== "casual") return [];
    const wordings = bodies[tone === "casual" && relation === "last" ? 0 : at] ?? bodies[0] ?? [];
    const filled = wordings
      .map((wording) => fillNotes(choose(wording, isDistant), notes))
      .find((each) => each !== undefined);
    if (filled === undefined) return [];
    const end = `${signOff[at] ?? ""}\n${myName || "{my name}"}`;
    const body = [greetings[tone], filled, notes.sentences.join(" "), end].filter(Boolean);
    const subject = subjectOf(purpose);
    return [{ id: null, name, tone, subject, purpose, body: body.join("\n\n") }];
  });
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
  const own = `${purpose}\n${recipient}\n${context}`;
  const shown = templates
    .map((body, at) => ({ body: body.trim(), tone: Tone.options[at] }))
    .filter(({ body }) => body !== "" && isHarmless(body, own, "", "handled"));
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
