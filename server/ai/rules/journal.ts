import { aiLimits } from "@inlet/contract/ai/ai-limits.ts";
import type { JournalId, UndoId, UserId } from "@inlet/contract/ids.ts";
import type { JournalEntry, readJournal as readJournalEndpoint } from "@inlet/contract/ai/rules.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { getMessages } from "#/store/messages/queries.ts";
import type { JournalRow } from "#/store/rules/schema.ts";
import { journalEntry, journalOf } from "#/store/rules/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { AiContext } from "../context.ts";
import { readActions } from "./rules.ts";

const pageSize = 30;

/** Returns one page of the actions of rules, newest first, each with its message if that still exists. */
export async function readJournal(
  { database: { reader }, clock }: AiContext,
  userId: UserId,
  before: JournalId | undefined,
): Promise<z.output<typeof readJournalEndpoint.output>> {
  const rows = await journalOf(reader, userId, { before, limit: pageSize + 1 });
  const shown = rows.slice(0, pageSize);
  const messages = await getMessages(
    reader,
    userId,
    shown.map((row) => row.message_id),
  );
  const byId = new Map(messages.map((row) => [row.id, row]));
  const entries = shown.map((row) => presentEntry(row, byId.get(row.message_id), clock.now()));
  return { entries, hasMore: rows.length > pageSize };
}

/** Undoes a journal entry and returns the id of the undo. Throws journal.not_found, undo.too_late. */
export async function undoOfEntry(
  { database: { reader } }: AiContext,
  userId: UserId,
  id: JournalId,
): Promise<UndoId> {
  const entry = await journalEntry(reader, userId, id);
  if (!entry) throw new Failure("journal.not_found");
  if (entry.undo_id === "") throw new Failure("undo.too_late");
  return entry.undo_id;
}

function presentEntry(row: JournalRow, message: MessageRow | undefined, now: number): JournalEntry {
  // Safe: only the parser writes this column.
  const senders = message ? (JSON.parse(message.from_json) as Sender[]) : [];
  const [from] = senders;
  const isOld = row.undo_id === "" || row.created_at + aiLimits.journalRetentionMs < now;
  return {
    id: row.id,
    at: new Date(row.created_at).toISOString(),
    ruleId: row.rule_id,
    text: row.text,
    actions: readActions(row.actions_json),
    emailId: row.message_id,
    subject: message ? message.subject : null,
    from: from ? from.name || from.address : null,
    problem: row.problem,
    state: row.is_undone === 1 ? "undone" : isOld || !message ? "too-late" : "done",
  };
}

interface Sender {
  name: string;
  address: string;
}
