import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { classified, notifyIntegrations } from "#/store/integrations/publish-events.ts";
import type { Classified, UndoStep } from "#/store/undo/steps.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Columns of a message that each location repeats. */
export const repeatedColumns = ["has_attachments", "category", "priority"] as const;
type Repeated = Pick<MessageRow, (typeof repeatedColumns)[number]>;

/** Values for a message without a classification or attachments. */
export const plain: Repeated = { has_attachments: 0, category: "", priority: "" };

/** Returns the repeated columns of messages whose values are not `plain`. */
export async function repeatedOf(
  { db }: Pick<Writer, "db">,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, Repeated>> {
  const repeated = new Map<MessageId, Repeated>();
  for (const some of inChunks([...new Set(ids)])) {
    const rows = await db
      .selectFrom("messages")
      .select(["id", ...repeatedColumns])
      .where("user_id", "=", userId)
      .where("id", "in", some)
      .where((row) =>
        row.or([
          row("has_attachments", "=", 1),
          row("category", "<>", ""),
          row("priority", "<>", ""),
        ]),
      )
      .execute();
    for (const { id, ...row } of rows) repeated.set(id, row);
  }
  return repeated;
}

/** Classifies messages as the user chose. Nothing else changes this classification afterwards. */
export async function classifyMessages(
  writer: Writer,
  userId: UserId,
  ids: readonly MessageId[],
  { category, priority }: Partial<Pick<Classified, "category" | "priority">>,
): Promise<UndoStep[]> {
  const chosen: Partial<Classified> = {
    ...(category !== undefined && { category, category_chosen: 1 }),
    ...(priority !== undefined && { priority, priority_chosen: 1 }),
  };
  const steps: UndoStep[] = [];
  for (const some of inChunks(ids)) {
    const rows = await classificationsOf(writer, userId, some);
    for (const { id, ...was } of rows) {
      const is = { ...was, ...chosen };
      if (!isSame(was, is)) steps.push({ kind: "sorting", messageId: id, was, is });
    }
  }
  const changing = steps.flatMap((step) => (step.kind === "sorting" ? [step.messageId] : []));
  await storeClassification(writer, userId, changing, chosen);
  await recordExamples(writer, userId, changing);
  await notifyIntegrations(writer, userId, changing.map(classified(writer.now)));
  return steps;
}

/** Restores the previous classification of a message if it is still as the change left it. Returns true if it was. */
export async function unclassifyMessage(
  writer: Writer,
  userId: UserId,
  { messageId, was, is }: UndoStep & { kind: "sorting" },
): Promise<boolean> {
  const [row] = await classificationsOf(writer, userId, [messageId]);
  if (!row) return false;
  const back = backTo(was, is, row);
  if (back === null) return false;
  await storeClassification(writer, userId, [messageId], back);
  await recordExamples(writer, userId, [messageId]);
  return true;
}

/** Delay of the learning job: a user who corrects one message often corrects more, and they are processed together. */
const learnSoonMs = 3000;
/** Maximum number of training examples from one change. */
const exampleBatchSize = 50;

/** Stores the user's current choices about messages as training examples; without a choice the example is deleted. */
async function recordExamples(
  writer: Writer,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<void> {
  const { db, now } = writer;
  const some = ids.slice(0, exampleBatchSize);
  if (some.length === 0) return;
  const rows = await classificationsOf(writer, userId, some);
  const chosen = rows.filter((row) => row.category_chosen === 1 || row.priority_chosen === 1);
  const examples = chosen.map((row) => ({
    user_id: userId,
    message_id: row.id,
    category: row.category_chosen === 1 ? row.category : ("" as const),
    priority: row.priority_chosen === 1 ? row.priority : ("" as const),
    features_json: "",
    created_at: now,
  }));
  if (examples.length > 0) {
    await db
      .insertInto("sorting_lessons")
      .values(examples)
      .onConflict((conflict) =>
        conflict.columns(["user_id", "message_id"]).doUpdateSet((row) => ({
          category: row.ref("excluded.category"),
          priority: row.ref("excluded.priority"),
        })),
      )
      .execute();
  }
  const known = new Set(chosen.map(({ id }) => id));
  const cleared = some.filter((id) => !known.has(id));
  if (cleared.length > 0) {
    await db
      .deleteFrom("sorting_lessons")
      .where("user_id", "=", userId)
      .where("message_id", "in", cleared)
      .execute();
  }
  await writer.job("learn-sorting", userId, userId, now + learnSoonMs);
}

async function classificationsOf({ db }: Writer, userId: UserId, ids: readonly MessageId[]) {
  return db
    .selectFrom("messages")
    .select(["id", "category", "category_chosen", "priority", "priority_chosen"])
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .execute();
}

/** Returns the columns to restore; null if they were changed again. Classifications of the other columns since then stay. */
function backTo(was: Classified, is: Classified, now: Classified): Partial<Classified> | null {
  const isOther = (one: Classified, name: "category" | "priority") =>
    one[name] !== is[name] || one[`${name}_chosen`] !== is[`${name}_chosen`];
  const changed = (["category", "priority"] as const).filter((name) => isOther(was, name));
  if (changed.length === 0 || changed.some((name) => isOther(now, name))) return null;
  const { category, category_chosen, priority, priority_chosen } = was;
  return {
    ...(changed.includes("category") && { category, category_chosen }),
    ...(changed.includes("priority") && { priority, priority_chosen }),
  };
}

function isSame(one: Classified, other: Classified): boolean {
  return (
    one.category === other.category &&
    one.category_chosen === other.category_chosen &&
    one.priority === other.priority &&
    one.priority_chosen === other.priority_chosen
  );
}

async function storeClassification(
  { db }: Writer,
  userId: UserId,
  ids: readonly MessageId[],
  classification: Partial<Classified>,
): Promise<void> {
  const { category, priority } = classification;
  const places = {
    ...(category !== undefined && { category }),
    ...(priority !== undefined && { priority }),
  };
  for (const some of inChunks(ids)) {
    await db
      .updateTable("messages")
      .set(classification)
      .where("user_id", "=", userId)
      .where("id", "in", some)
      .execute();
    await db
      .updateTable("message_locations")
      .set(places)
      .where("user_id", "=", userId)
      .where("message_id", "in", some)
      .execute();
  }
}
