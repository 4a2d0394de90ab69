import { aiLimits } from "@inlet/contract/ai/ai-limits.ts";
import type { TemplateId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { TemplateRow } from "./template-schema.ts";
import type { Command } from "#/store/commands/command.ts";

/** Creates or changes a template. Throws template.name_taken, template.too_many. */
export const saveTemplate: Command<Omit<TemplateRow, "created_at" | "updated_at">, void> = {
  durable: true,
  async run(writer, template) {
    const { db } = writer;
    const { user_id: userId, id } = template;
    await writer.lock(userId);
    const others = await db
      .selectFrom("templates")
      .select("name")
      .where("user_id", "=", userId)
      .where("id", "<>", id)
      .execute();
    const name = template.name.toLowerCase();
    if (others.some((other) => other.name.toLowerCase() === name)) {
      throw new Failure("template.name_taken");
    }
    if (others.length >= aiLimits.templates) throw new Failure("template.too_many");
    const values = { ...template, updated_at: writer.now };
    await db
      .insertInto("templates")
      .values({ ...values, created_at: writer.now })
      .onConflict((conflict) => conflict.columns(["user_id", "id"]).doUpdateSet(values))
      .execute();
    await writer.change(userId, "settings.changed", ["templates"]);
  },
};

export const removeTemplate: Command<{ userId: UserId; id: TemplateId }, void> = {
  durable: true,
  async run(writer, { userId, id }) {
    await writer.db
      .deleteFrom("templates")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
    await writer.change(userId, "settings.changed", ["templates"]);
  },
};
