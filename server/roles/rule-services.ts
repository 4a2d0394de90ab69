import { aiLimits } from "@inlet/contract/ai-limits.ts";
import type { JournalEntry } from "@inlet/contract/rules.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { AiContext } from "#/ai/context.ts";
import { readRule } from "#/ai/rules/read-rule.ts";
import { listRules, readActions, removeRule, saveRule, tryRule } from "#/ai/rules/rules.ts";
import { Failure } from "#/base/fail.ts";
import type { Services } from "#/http/services.ts";
import type { MailContext } from "#/mail/context.ts";
import { undoMailChange } from "#/mail/filing.ts";
import { addressesOf, presentRow } from "#/mail/present.ts";
import { getMessages } from "#/store/messages.ts";
import type { JournalRow } from "#/store/rule-tables.ts";
import { journalEntry, journalOf } from "#/store/rules.ts";
import type { MessageRow } from "#/store/tables.ts";

const shownOfTrial = 20;
const journalPage = 30;

/** Rules, what they would do, what they did, and the way back. */
export function ruleServices(mail: MailContext, ai: AiContext): Services["rules"] {
  const { reader } = mail.database;
  return {
    list: (userId) => listRules(ai, userId),
    read: (userId, text, signal) => readRule(ai, userId, text, signal),
    async try(userId, asked) {
      const { rows, isMore } = await tryRule(ai, userId, asked);
      const emails = rows.slice(0, shownOfTrial).map((row) => presentRow(row));
      return { count: rows.length, isMore, emails };
    },
    save: (userId, rule) => saveRule(ai, userId, rule),
    remove: (userId, id) => removeRule(ai, userId, id),
    async journal(userId, before) {
      const rows = await journalOf(reader, userId, { before, limit: journalPage + 1 });
      const shown = rows.slice(0, journalPage);
      const messages = await getMessages(
        reader,
        userId,
        shown.map((row) => row.message_id),
      );
      const byId = new Map(messages.map((row) => [row.id, row]));
      const entries = shown.map((row) =>
        presentEntry(row, byId.get(row.message_id), mail.clock.now()),
      );
      return { entries, hasMore: rows.length > journalPage };
    },
    async undo(userId: UserId, id) {
      const entry = await journalEntry(reader, userId, id);
      if (!entry) throw new Failure("journal.not_found");
      if (entry.undo_id === "") throw new Failure("undo.too_late");
      const { count } = await undoMailChange(mail, userId, entry.undo_id, { idempotencyKey: "" });
      await mail.door("rule.noteUndone", { userId, id });
      return count;
    },
  };
}

function presentEntry(row: JournalRow, message: MessageRow | undefined, now: number): JournalEntry {
  const [from] = message ? addressesOf(message.from_json) : [];
  const isOld = row.undo_id === "" || row.created_at + aiLimits.journalKeptMs < now;
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
