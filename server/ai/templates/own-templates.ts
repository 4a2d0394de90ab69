import type { TemplateId, UserId } from "@inlet/contract/ids.ts";
import type { saveTemplate, Template } from "@inlet/contract/ai/smart-replies.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { templatesOf } from "#/store/drafts/template-queries.ts";
import type { AiContext } from "../context.ts";

type Ai = Pick<AiContext, "database" | "execute">;

/** Returns the user's templates, ordered by name. */
export async function listTemplates(ai: Ai, userId: UserId): Promise<Template[]> {
  const rows = await templatesOf(ai.database.reader, userId);
  return rows.map(({ id, name, subject, body }) => ({ id, name, subject, body }));
}

/** Saves a template. Throws template.fields_required, template.name_taken, template.too_many. */
export async function storeTemplate(
  ai: Ai,
  userId: UserId,
  template: z.output<typeof saveTemplate.input>,
): Promise<Template> {
  if (template.name === "" || template.body.trim() === "") {
    throw new Failure("template.fields_required");
  }
  await ai.execute("template.save", { user_id: userId, ...template });
  return template;
}

/** Deletes a template. A missing one is ignored. */
export async function dropTemplate(ai: Ai, userId: UserId, id: TemplateId): Promise<void> {
  await ai.execute("template.remove", { userId, id });
}
