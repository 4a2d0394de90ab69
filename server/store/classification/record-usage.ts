import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { preferencesOf } from "#/store/users/preference-queries.ts";
import type { Act } from "./schema.ts";
import { readClassificationPreferences } from "./settings-queries.ts";
import type { UndoStep } from "#/store/undo/steps.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Actions later than this after arrival say little about how much a message mattered. */
const windowMs = 24 * 3_600_000;
/** A message opened this soon was expected, or its sender matters. */
const openedSoonMs = 30 * 60_000;
/** Delay of the learning job, which processes many actions together. */
const learnSoonMs = 15 * 60_000;
/** A user who files away more at a time is tidying up. */
const pruneBatchSize = 30;

type Step = UndoStep & { messageId: MessageId };
const isOfMessage = (step: UndoStep): step is Step => "messageId" in step;

/**
 * Records the actions in these steps as training examples of how much the messages mattered, given the number of messages named
 * together. Actions that the steps revert are removed.
 */
export async function recordUses(
  writer: Writer,
  userId: UserId,
  steps: readonly UndoStep[],
  named: number,
): Promise<void> {
  const own = steps.filter(isOfMessage);
  const ids = [...new Set(own.map(({ messageId }) => messageId))];
  if (ids.length === 0) return;
  const roles = await rolesOf(writer, userId, own);
  if (Math.max(named, ids.length) <= pruneBatchSize) {
    await storeDone(writer, userId, { own, ids, roles, named });
  }
  const ended = own.flatMap((step) => endedBy(step, roles));
  await forget(writer, userId, ended);
}

async function storeDone(
  writer: Writer,
  userId: UserId,
  about: { own: Step[]; ids: MessageId[]; roles: ReadonlyMap<string, string>; named: number },
): Promise<void> {
  const { own, ids, roles, named } = about;
  const known = await recentOf(writer, userId, ids);
  if (known.size === 0) return;
  // If several are marked as read, a single one may have been unread, and it was not opened either.
  const isAlone = named === 1 && ids.length === 1;
  const done: { messageId: MessageId; act: Act }[] = [];
  for (const step of own) {
    const message = known.get(step.messageId);
    if (!message) continue;
    const isUnread =
      message.is_seen === 0 ||
      own.some(
        (one) =>
          one.kind === "flags" && one.messageId === step.messageId && one.added.includes("\\Seen"),
      );
    const isSoon = writer.now - message.internal_date <= openedSoonMs;
    const act = actOf(step, { isUnread, isSoon, isAlone, roles });
    if (act !== "") done.push({ messageId: step.messageId, act });
  }
  // A message that was marked as read and archived in one action was not opened.
  const isFiled = done.some(({ act }) => act === "archived" || act === "deleted");
  await keep(writer, userId, isFiled ? done.filter(({ act }) => act !== "opened") : done);
}

/** Records that the user answered this message. */
export async function recordReply(
  writer: Writer,
  userId: UserId,
  messageId: MessageId,
): Promise<void> {
  const known = await recentOf(writer, userId, [messageId]);
  await keep(
    writer,
    userId,
    [...known.keys()].map((id) => ({ messageId: id, act: "replied" })),
  );
}

/** Removes the training examples of a change that was undone. */
export async function forgetUses(
  writer: Writer,
  userId: UserId,
  steps: readonly UndoStep[],
): Promise<void> {
  const ended = steps.filter(isOfMessage).flatMap((step): { messageId: MessageId; act: Act }[] => {
    const { messageId } = step;
    if (step.kind === "move") {
      return (["archived", "deleted", "rescued"] as const).map((act) => ({ messageId, act }));
    }
    if (step.kind !== "flags") return [];
    return step.added.flatMap((flag) => {
      const act = actsOfFlags[flag];
      return act ? [{ messageId, act }] : [];
    });
  });
  await forget(writer, userId, ended);
}

const actsOfFlags: Readonly<Record<string, Act>> = { "\\Seen": "opened", "\\Flagged": "starred" };

function actOf(
  step: Step,
  about: {
    isUnread: boolean;
    isSoon: boolean;
    isAlone: boolean;
    roles: ReadonlyMap<string, string>;
  },
): Act | "" {
  if (step.kind === "flags") {
    if (step.added.includes("\\Flagged")) return "starred";
    return step.added.includes("\\Seen") && about.isAlone && about.isSoon ? "opened" : "";
  }
  if (step.kind !== "move") return "";
  const [from, to] = [about.roles.get(step.from), about.roles.get(step.to)];
  if (to === "inbox") return from === "spam" || from === "trash" ? "rescued" : "";
  if (from !== "inbox" || !about.isUnread) return "";
  return to === "archive" ? "archived" : to === "trash" ? "deleted" : "";
}

/** Returns the earlier actions that a user's step reverts. */
function endedBy(
  step: Step,
  roles: ReadonlyMap<string, string>,
): { messageId: MessageId; act: Act }[] {
  const { messageId } = step;
  if (step.kind === "flags") {
    return step.removed.flatMap((flag) => {
      const act = actsOfFlags[flag];
      return act ? [{ messageId, act }] : [];
    });
  }
  if (step.kind !== "move" || roles.get(step.to) !== "inbox") return [];
  const from = roles.get(step.from);
  if (from === "archive") return [{ messageId, act: "archived" }];
  return from === "trash" ? [{ messageId, act: "deleted" }] : [];
}

/** Returns the messages that arrived within the window and are not the user's own; none if the user has disabled learning. */
async function recentOf({ db, now }: Writer, userId: UserId, ids: readonly MessageId[]) {
  const rows = await db
    .selectFrom("messages")
    .select(["id", "internal_date", "is_seen"])
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .where("is_own", "=", 0)
    .where("internal_date", ">", now - windowMs)
    .execute();
  const isWanted =
    rows.length > 0 && readClassificationPreferences(await preferencesOf(db, userId)).learnsFromUse;
  return new Map(isWanted ? rows.map((row) => [row.id, row]) : []);
}

async function rolesOf(
  { db }: Writer,
  userId: UserId,
  steps: readonly Step[],
): Promise<ReadonlyMap<string, string>> {
  if (!steps.some((step) => step.kind === "move")) return new Map();
  return new Map((await foldersOf(db, userId)).map((row) => [row.id, row.role]));
}

async function keep(
  writer: Writer,
  userId: UserId,
  done: readonly { messageId: MessageId; act: Act }[],
): Promise<void> {
  const { db, now } = writer;
  for (const some of inChunks(done)) {
    await db
      .insertInto("sorting_uses")
      .values(
        some.map(({ messageId, act }) => ({
          user_id: userId,
          message_id: messageId,
          act,
          signals_json: "",
          created_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (done.length > 0) await writer.job("learn-from-use", userId, userId, now + learnSoonMs);
}

async function forget(
  writer: Writer,
  userId: UserId,
  ended: readonly { messageId: MessageId; act: Act }[],
): Promise<void> {
  const { db, now } = writer;
  let gone = 0;
  for (const [act, some] of Map.groupBy(ended, (one) => one.act)) {
    for (const part of inChunks(some.map(({ messageId }) => messageId))) {
      const { numDeletedRows } = await db
        .deleteFrom("sorting_uses")
        .where("user_id", "=", userId)
        .where("act", "=", act)
        .where("message_id", "in", part)
        .executeTakeFirst();
      gone += Number(numDeletedRows);
    }
  }
  if (gone > 0) await writer.job("learn-from-use", userId, userId, now + learnSoonMs);
}
