import {
  listRules as listRulesEndpoint,
  readJournal as readJournalEndpoint,
  readRule as readRuleEndpoint,
  removeRule as removeRuleEndpoint,
  saveRule as saveRuleEndpoint,
  tryRule as tryRuleEndpoint,
  undoJournal,
} from "@inlet/contract/ai/rules.ts";
import { readJournal, undoOfEntry } from "#/ai/rules/journal.ts";
import { readRule } from "#/ai/rules/read-rule.ts";
import { listRules, removeRule, saveRule, tryRule } from "#/ai/rules/rules.ts";
import type { Api } from "#/http/api.ts";
import { disconnectSignal } from "#/http/disconnect-signal.ts";
import { route } from "#/http/route.ts";
import { undoMailChange } from "#/mail/filing/filing.ts";
import { presentRow } from "#/mail/reading/present-row.ts";

/** Maximum number of messages that the trial of a rule shows. */
const shownOfTrial = 20;

/** Routes of the user's rules for new mail. */
export function ruleRoutes(api: Api): void {
  const { ai, mail } = api;

  route(api, listRulesEndpoint, async (_input, { caller }) => ({
    rules: await listRules(ai, caller.userId),
  }));

  route(api, readRuleEndpoint, ({ text }, { caller, reply }) =>
    readRule(ai, caller.userId, text, disconnectSignal(reply)),
  );

  route(api, tryRuleEndpoint, async (asked, { caller }) => {
    const { rows, isMore } = await tryRule(ai, caller.userId, asked);
    const emails = rows.slice(0, shownOfTrial).map((row) => presentRow(row));
    return { count: rows.length, isMore, emails };
  });

  route(api, saveRuleEndpoint, async (rule, { caller }) => ({
    rule: await saveRule(ai, caller.userId, rule),
  }));

  route(api, removeRuleEndpoint, async ({ id }, { caller }) => {
    await removeRule(ai, caller.userId, id);
    return { ok: true as const };
  });

  route(api, readJournalEndpoint, ({ before }, { caller }) =>
    readJournal(ai, caller.userId, before),
  );

  route(api, undoJournal, async ({ id }, { caller }) => {
    const { userId } = caller;
    const undoId = await undoOfEntry(ai, userId, id);
    const { count } = await undoMailChange(mail, userId, undoId, { idempotencyKey: "" });
    await mail.execute("rule.noteUndone", { userId, id });
    return { count };
  });
}
