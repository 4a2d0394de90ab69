import type { Answer, Citation } from "@inlet/contract/ai/assistant.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { AiContext } from "#/ai/context.ts";
import { intentOf } from "#/ai/retrieval/intent.ts";
import { languageOfQuestion } from "#/ai/retrieval/question-words.ts";
import type { PlanContext, QueryPlan } from "#/ai/retrieval/plan.ts";
import { timeSpanOf } from "#/ai/retrieval/when.ts";
import { lastChatTurn } from "#/store/ai/chat-queries.ts";
import { toWords } from "#/base/tokenize.ts";

/** A question later than this is never a follow-up. */
const rememberedMs = 3600_000;
/** A question with more words than this does not depend on the previous one. */
const maxRefinementWords = 2;
const maxWords = 12;

/** "And when?", "und wo?": a question that continues the previous one. */
const continuation = /^\s*(?:and|und|et|y|e|en|or|oder|but|aber|also|auch)\b/iu;
/** As in "what about last month?": the same question about another subject. */
const sameOf = /^\s*(?:what about|how about|was ist mit|wie steht es mit)\b/iu;
/** Words that refer to the previous subject. */
const existing =
  /\b(?:it|its|they|them|their|he|him|his|she|her|there|those|these|that one|dort|dazu|davon|darüber|es|sie|ihm|ihn|ihr|elle|lui|ello)\b|\b(?:that|this|das|dies)$/iu;

/** The previous question that this one depends on: its words, people and time. */
export interface FollowUp {
  plan: QueryPlan;
  /** The previous question, for the model. */
  before: string;
}

/** Returns the plan of a question merged with the parts it inherits from the previous one; null if it is independent. */
export async function followUpOf(
  ai: AiContext,
  userId: UserId,
  plan: QueryPlan,
  context: PlanContext,
): Promise<FollowUp | null> {
  const names = (...kinds: string[]) => plan.chips.some(({ kind }) => kinds.includes(kind));
  const bare = plan.question.replace("?", "").trim();
  const hasWords = names("word", "phrase", "amount");
  const isContinuation = continuation.test(plan.question);
  // "When does it start?" has a content word, and depends on the previous question anyway.
  const isRefinement = existing.test(bare) && plan.words.length <= maxRefinementWords;
  // "When?" alone refers to the previous subject; "how many emails today?" does not.
  const isBare = plan.chips.length === 0 && plan.intent !== "list" && plan.intent !== "count";
  const isSameOf = !hasWords && (isContinuation || sameOf.test(plan.question));
  if (!isRefinement && !isBare && !isSameOf && !isContinuation) return null;
  const last = await lastChatTurn(ai.database.reader, userId);
  if (!last || context.now - last.created_at > rememberedMs) return null;
  // Safe: only `answerAndStore` writes this column.
  const { meta } = JSON.parse(last.answer_json) as Answer;
  // "And the hotel?" is the same question about another subject, so only the intent is inherited.
  const isOther = hasWords && !isRefinement;
  const merged = isOther ? { ...plan } : taken(plan, meta.plan, context);
  if (!isOther && merged.chips.length === plan.chips.length) return null;
  if (plan.intent === "open")
    merged.intent = intentOf(last.query, languageOfQuestion(toWords(last.query)));
  return { plan: merged, before: last.query };
}

function taken(plan: QueryPlan, before: QueryPlan["chips"], context: PlanContext): QueryPlan {
  const without = new Set(context.without);
  const merged: QueryPlan = {
    ...plan,
    words: [...plan.words],
    groups: [...plan.groups],
    people: [...plan.people],
    chips: [...plan.chips],
    asks: [...plan.asks],
  };
  const hasUsers = plan.people.length > 0;
  for (const chip of before) {
    if (without.has(chip.id) || merged.chips.some(({ id }) => id === chip.id)) continue;
    const words = chip.id.slice(chip.id.indexOf(":") + 1).split(" ");
    switch (chip.kind) {
      case "word":
        if (merged.words.length >= maxWords) continue;
        merged.words.push(...words);
        break;
      case "from":
      case "to":
        // The new question names other correspondents, which replace these.
        if (hasUsers) continue;
        merged.people.push({ name: chip.label, role: chip.kind });
        merged.groups.push([
          { column: chip.kind === "from" ? "sender" : "recipients", words, isPrefix: false },
        ]);
        break;
      case "phrase":
      case "amount":
        merged.groups.push([{ column: "any", words, isPrefix: false }]);
        break;
      case "time": {
        if (merged.time) continue;
        const { now, timeZone } = context;
        const language = languageOfQuestion(toWords(chip.label));
        const time =
          timeSpanOf(chip.label, now, timeZone, language) ??
          timeSpanOf(chip.label, now, timeZone, "de");
        if (!time) continue;
        merged.time = time;
        break;
      }
      case "mail":
        // The caller checks that the same message is still open.
        break;
      case "folder":
      case "state":
        // A folder and a state restrict the messages to count or list, not their subject.
        continue;
    }
    merged.chips.push(chip);
  }
  return merged;
}

/** Returns the messages of the last answer, for a request about "them". */
export async function shownBefore(
  ai: AiContext,
  userId: UserId,
  now: number,
): Promise<readonly Citation[]> {
  const last = await lastChatTurn(ai.database.reader, userId);
  if (!last || now - last.created_at > rememberedMs) return [];
  // Safe: only `answerAndStore` writes this column.
  return (JSON.parse(last.answer_json) as Answer).citations;
}
