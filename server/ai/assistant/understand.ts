import type { Citation } from "@inlet/contract/ai/assistant.ts";
import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { AiContext } from "#/ai/context.ts";
import { type PlanContext, planOf, type QueryPlan } from "#/ai/retrieval/plan.ts";
import { getMessage } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { newestHits } from "#/store/search/ranked-hits.ts";
import { followUpOf, shownBefore } from "./follow-up.ts";
import { type AssistantRequest, requestOf } from "./requests.ts";

/** A question to the assistant. */
export interface Question {
  query: string;
  accountId?: AccountId | "" | null | undefined;
  /** The view where it is asked: the name of a folder, or "email" with the message of `emailId`. */
  contextType?: string | undefined;
  emailId?: MessageId | undefined;
  without: string[];
  timeZone?: string | undefined;
}

/** A parsed question, before any message is read. */
export interface Understood {
  plan: QueryPlan;
  wish: AssistantRequest | null;
  /** The previous question, if this one depends on it; "" otherwise. */
  before: string;
  /** The message open on the screen, if the question refers to it. */
  open: MessageRow | null;
  /** The messages of the last answer, if the request refers to them. */
  shown: readonly Citation[];
}

const places = ["inbox", "sent", "drafts", "archive", "spam", "trash", "snoozed"] as const;
const meansOpen =
  /\b(?:this|the open|the current) (?:e-?mail|mail|message|conversation|thread|letter)\b|\b(?:diese[rnms]?|ce(?:tte)?|este?|questa?|deze?|dit) (?:e-?mail|mail|nachricht|konversation|message|conversation|correo|mensaje|messaggio|mensagem|bericht)\b|^\s*(?:summari[sz]e|tl;?dr|fasse? (?:das )?zusammen)(?: (?:it|this|that))?\W*$/iu;
const meansShown = /^(?:(?:all of )?(?:them|these|those|it)(?: (?:e?mails|messages|ones))?)$/i;

/** Interprets a question with its context and the previous question. The content of mail has no influence on it. */
export async function understand(
  ai: AiContext,
  userId: UserId,
  question: Question,
): Promise<Understood> {
  const { reader, engine } = ai.database;
  const { timeZone = "UTC", contextType = "general" } = question;
  const accountId = question.accountId || undefined;
  const now = ai.clock.now();
  const { wish: request, rest } = requestOf(question.query, now, timeZone);
  const context: PlanContext = {
    now,
    timeZone,
    without: question.without,
    isPerson: async (role, words) => {
      const column = role === "from" ? "sender" : "recipients";
      const groups = [[{ column, words, isPrefix: false } as const]];
      return (await newestHits(reader, engine, { userId, accountId, groups, limit: 1 })).length > 0;
    },
  };
  const none = { wish: request, before: "", open: null, shown: [] };
  const open = meansOpen.test(question.query) ? await openMail(ai, userId, question) : null;
  const plan = await planOf(open ? rest.replace(meansOpen, " ") : rest, context);
  if (open) {
    plan.chips.unshift({ id: "open", kind: "mail", label: "This email" });
    return { ...none, plan, open };
  }
  const place = places.find((name) => name === contextType.toLowerCase());
  if (place && !plan.chips.some(({ kind }) => kind === "folder")) standIn(plan, place, context);
  if (request && request.kind !== "draft" && meansShown.test(rest.trim())) {
    const shown = await shownBefore(ai, userId, now);
    if (shown.length > 0) return { ...none, plan: { ...plan, words: [], chips: [] }, shown };
  }
  if (request) return { ...none, plan };
  const followUp = await followUpOf(ai, userId, plan, context);
  if (!followUp) return { ...none, plan };
  const isOfOpen = followUp.plan.chips.some(({ kind }) => kind === "mail");
  const stillOpen = isOfOpen ? await openMail(ai, userId, question) : null;
  if (!stillOpen) followUp.plan.chips = followUp.plan.chips.filter(({ kind }) => kind !== "mail");
  return { ...none, ...followUp, open: stillOpen };
}

/** Returns the open message if it belongs to the user. */
async function openMail(
  { database: { reader } }: AiContext,
  userId: UserId,
  { contextType, emailId, without }: Question,
): Promise<MessageRow | null> {
  if (contextType !== "email" || !emailId || without.includes("open")) return null;
  return (await getMessage(reader, userId, emailId)) ?? null;
}

function standIn(plan: QueryPlan, place: (typeof places)[number], context: PlanContext): void {
  const id = `folder:${place}`;
  if (context.without.includes(id)) return;
  const label = place.charAt(0).toUpperCase() + place.slice(1);
  plan.chips.push({ id, kind: "folder", label });
  plan.asks = [
    ...plan.asks.filter(({ kind }) => kind !== "kept"),
    { kind: "role", role: place } as const,
  ];
}
