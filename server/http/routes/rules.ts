import {
  listRules,
  readJournal,
  readRule,
  removeRule,
  saveRule,
  tryRule,
  undoJournal,
} from "@inlet/contract/rules.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** What is done with mail that arrives, by the person's own rules. */
export function ruleRoutes(api: Api): void {
  const { rules } = api.services;

  route(api, listRules, async (_input, { caller }) => ({ rules: await rules.list(caller.userId) }));

  route(api, readRule, ({ text }, { caller, request }) =>
    rules.read(caller.userId, text, request.signal),
  );

  route(api, tryRule, (asked, { caller }) => rules.try(caller.userId, asked));

  route(api, saveRule, async (rule, { caller }) => ({
    rule: await rules.save(caller.userId, rule),
  }));

  route(api, removeRule, async ({ id }, { caller }) => {
    await rules.remove(caller.userId, id);
    return { ok: true as const };
  });

  route(api, readJournal, ({ before }, { caller }) => rules.journal(caller.userId, before));

  route(api, undoJournal, async ({ id }, { caller }) => ({
    count: await rules.undo(caller.userId, id),
  }));
}
