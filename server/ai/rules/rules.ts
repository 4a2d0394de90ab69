import type { RuleId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import {
  type Rule,
  RuleActions,
  type saveRule as saveRuleEndpoint,
} from "@inlet/contract/ai/rules.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { isPrecise } from "#/search/matches.ts";
import { readQuery } from "#/search/read-query.ts";
import { search } from "#/search/search.ts";
import { firstKeyOf } from "#/store/messages/date-keys.ts";
import type { RuleRow } from "#/store/rules/schema.ts";
import { rulesOf } from "#/store/rules/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { AiContext } from "../context.ts";

/** A trial of a rule covers this many days. */
const triedDays = 30;
const dayMs = 24 * 3_600_000;
/** Maximum number of counted messages. */
const maxCounted = 500;

/** Returns the user's rules in the order in which they are applied. */
export async function listRules({ database }: AiContext, userId: UserId): Promise<Rule[]> {
  return (await rulesOf(database.reader, userId)).map(presentRule);
}

/** Returns a rule in the API's form. */
function presentRule(row: RuleRow): Rule {
  return {
    id: row.id,
    text: row.text,
    query: row.query,
    actions: readActions(row.actions_json),
    isOn: row.is_on === 1,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** Parses the stored actions of a rule. */
export function readActions(json: string): RuleActions {
  return RuleActions.parse(JSON.parse(json));
}

/** Returns the messages of the last 30 days that match a search, newest first. Throws the errors of `readQuery`. */
export async function tryRule(
  { database, clock }: AiContext,
  userId: UserId,
  { query, timeZone }: { query: string; timeZone?: string | undefined },
): Promise<{ rows: MessageRow[]; isMore: boolean }> {
  const { reader, engine } = database;
  requireWords(query);
  // Not written into the query: there it would count as one more term, become the last word, or end up within an unclosed group.
  const rows = await search(reader, engine, userId, query, {
    limit: maxCounted + 1,
    from: firstKeyOf(clock.now() - triedDays * dayMs),
    timeZone,
  });
  return { rows: rows.slice(0, maxCounted), isMore: rows.length > maxCounted };
}

/**
 * Creates or changes a rule. Throws rule.does_nothing, rule.too_wide, rule.too_many, search.too_short, and the errors of
 * `readQuery`.
 */
export async function saveRule(
  ai: AiContext,
  userId: UserId,
  rule: z.output<typeof saveRuleEndpoint.input>,
): Promise<Rule> {
  const { id, text, query, actions, isOn } = rule;
  if (Object.values(actions).every((value) => value === undefined)) {
    throw new Failure("rule.does_nothing");
  }
  requireWords(query);
  await readQuery(ai.database.reader, userId, query);
  if (!isPrecise(query)) throw new Failure("rule.too_wide");
  const isSaved = await ai.execute("rule.save", {
    user_id: userId,
    id,
    text,
    query,
    actions_json: JSON.stringify(actions),
    is_on: isOn ? 1 : 0,
  });
  if (!isSaved) throw new Failure("rule.too_many");
  const saved = (await listRules(ai, userId)).find((one) => one.id === id);
  if (!saved) throw new Error("A rule that was saved is gone.");
  return saved;
}

/** Its past actions stay in effect. */
export async function removeRule(ai: AiContext, userId: UserId, id: RuleId): Promise<void> {
  await ai.execute("rule.remove", { userId, id });
}

function requireWords(query: string): void {
  if (Array.from(query).length < limits.searchMinLength) throw new Failure("search.too_short");
}
