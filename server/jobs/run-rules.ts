import type { EmailChange } from "@inlet/contract/mail/filing.ts";
import { JournalId, type MessageId, UndoId, type UserId } from "@inlet/contract/ids.ts";
import type { RuleActions } from "@inlet/contract/ai/rules.ts";
import { readActions } from "#/ai/rules/rules.ts";
import { proposeTask } from "#/ai/summaries/propose-task.ts";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { isListening } from "#/integrations/core/connections.ts";
import type { MailContext } from "#/mail/context.ts";
import { readChange } from "#/mail/filing/filing.ts";
import { wallClock } from "#/mail/notify/wall-clock.ts";
import { readPreferences } from "#/mail/accounts/preferences.ts";
import { isFound, isPrecise } from "#/search/matches.ts";
import { integrationsOf } from "#/store/integrations/queries.ts";
import type { SaveRequest } from "#/store/integrations/save-requests.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import { getMessage } from "#/store/messages/queries.ts";
import type { RuleRow } from "#/store/rules/schema.ts";
import { rulesDone, rulesOf } from "#/store/rules/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";

interface Arrived {
  userId: UserId;
  messageId: MessageId;
}

/**
 * Applies the user's rules to a message that has just arrived in an inbox, each at most once, and records the results. The first
 * rule that moves the message is the last one applied.
 */
export async function runRules(mail: MailContext, { userId, messageId }: Arrived): Promise<void> {
  const { reader, engine } = mail.database;
  const rules = (await rulesOf(reader, userId)).filter((rule) => rule.is_on === 1);
  if (rules.length === 0) return;
  const message = await getMessage(reader, userId, messageId);
  if (message === undefined || message.is_own === 1) return;
  const done = await rulesDone(reader, userId, messageId);
  for (const rule of rules) {
    if (done.has(rule.id)) continue;
    const places = await locationsOf(reader, userId, messageId);
    if (!places.some(({ role }) => role === "inbox")) return;
    if (!(await applies(rule))) continue;
    await applyRule(mail, rule, message);
  }

  async function applies({ query }: RuleRow): Promise<boolean> {
    try {
      if (!isPrecise(query)) return false;
      const dateKey = message?.date_key ?? 0;
      return await isFound(reader, engine, { userId, dateKey, query, role: "inbox" });
    } catch (error) {
      // A label or folder in the query was deleted: the rule matches nothing until the user changes it.
      if (error instanceof Failure) return false;
      throw error;
    }
  }
}

async function applyRule(mail: MailContext, rule: RuleRow, message: MessageRow): Promise<void> {
  const { user_id: userId } = message;
  const actions = readActions(rule.actions_json);
  const { change, problem } = await changeOf(mail, actions, message);
  const save = await saveOf(mail, actions, message);
  // The change and its record are one transaction: a process that is stopped between them has done neither.
  await mail.execute("rule.carryOut", {
    change: {
      userId,
      messageIds: [message.id],
      change: await readChange(mail, userId, change),
      undoId: UndoId.parse(randomId()),
    },
    entry: {
      id: JournalId.parse(randomId()),
      user_id: userId,
      rule_id: rule.id,
      message_id: message.id,
      text: rule.text,
      actions_json: rule.actions_json,
      problem: [problem, save.problem].filter((sentence) => sentence !== "").join(" "),
    },
    ...(save.wish && { save: save.wish }),
  });
}

/**
 * Returns the save that the rule requests, with the proposed fields: it goes to the first active integration of this kind.
 * Returns a problem if it cannot be done.
 */
async function saveOf(
  mail: MailContext,
  { save: kind }: RuleActions,
  message: MessageRow,
): Promise<{ wish: SaveRequest | null; problem: string }> {
  if (kind === undefined) return { wish: null, problem: "" };
  const { user_id: userId, id: emailId } = message;
  const places = await integrationsOf(mail.database.reader, userId, kind);
  const place = places.find(isListening);
  if (!place) {
    const service = kind === "notion" ? "Notion" : "Trello";
    return { wish: null, problem: `${service} is not connected, so it was not saved there.` };
  }
  const { notifications } = await readPreferences(mail, userId);
  const { day } = wallClock(notifications.timeZone, mail.clock.now());
  const task = await proposeTask(mail, userId, message, day);
  return { wish: { integrationId: place.id, emailId, ...task }, problem: "" };
}

async function changeOf(
  mail: MailContext,
  actions: RuleActions,
  message: MessageRow,
): Promise<{ change: EmailChange; problem: string }> {
  const { move, folder, label, save: _save, ...plain } = actions;
  const change: EmailChange = { ...plain };
  if (label !== undefined) change.labels = { add: [label], remove: [] };
  if (move !== undefined) change.folder = move;
  if (folder === undefined) return { change, problem: "" };
  const folders = await foldersOf(mail.database.reader, message.user_id);
  const called = folder.toLowerCase();
  const there = folders.find(
    ({ account_id, name, path }) =>
      account_id === message.account_id &&
      (name.toLowerCase() === called || path.toLowerCase() === called),
  );
  if (there) change.folder = there.id;
  return { change, problem: there ? "" : `This account has no folder named ${folder}.` };
}
