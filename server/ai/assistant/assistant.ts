import type { Answer, AnswerBlock, ChatEvent, ChatTurn } from "@inlet/contract/assistant.ts";
import type { AccountId, TurnId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/fail.ts";
import type { AiContext } from "#/ai/context.ts";
import { ModelFailure, type UserModel } from "#/ai/model/port.ts";
import { pack, withThreads } from "#/ai/retrieval/pack.ts";
import { planOf, type QueryPlan } from "#/ai/retrieval/plan.ts";
import { type Found, newestOf, retrieve, withTexts } from "#/ai/retrieval/retrieve.ts";
import { stem } from "#/ai/retrieval/stem.ts";
import { getAccount } from "#/store/accounts.ts";
import { chatTurnsOf } from "#/store/chat-turns.ts";
import { messagesByKeys } from "#/store/messages.ts";
import { countMessages, newestHits } from "#/store/word-hits.ts";
import { answerTexts, counted, listed, lookedThrough } from "./answer-texts.ts";
import { Citations } from "./cite.ts";
import { localAnswer, mailBlock } from "./local-answer.ts";
import { modelAnswer } from "./model-answer.ts";
import { proposalOf, type Wish, wishOf } from "./wishes.ts";

/** What is asked. */
export interface Question {
  query: string;
  accountId?: AccountId | "" | null | undefined;
  without: string[];
  timeZone?: string | undefined;
}

const mailsRead = 12;
const mailsListed = 5;
/** What is to be done is done to what is shown, and no more. */
const mailsActedOn = 50;
const countedMost = 10_000;

/** Answers and keeps the turn. Fails with account.not_found, assistant.failed. */
export async function askAssistant(
  ai: AiContext,
  userId: UserId,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const { answer } = await answerAndKeep(ai, userId, question, { signal, tell: () => undefined });
  return answer;
}

/** The same, told as it comes. Fails at once with account.not_found. */
export async function streamAssistant(
  ai: AiContext,
  userId: UserId,
  question: Question,
  signal: AbortSignal,
): Promise<AsyncIterable<ChatEvent>> {
  await requireOwn(ai, userId, question);
  return eventsOf(async (tell) => {
    const { id, answer } = await answerAndKeep(ai, userId, question, { signal, tell });
    tell({ kind: "done", id, answer });
  });
}

/** What was asked and answered so far. */
export async function readConversation(ai: AiContext, userId: UserId): Promise<ChatTurn[]> {
  const rows = await chatTurnsOf(ai.database.reader, userId);
  return rows.map(({ id, query, answer_json: answer, created_at: at }) => ({
    // Written by answerAndKeep and by nothing else.
    answer: JSON.parse(answer) as Answer,
    ...{ id, query, askedAt: new Date(at).toISOString() },
  }));
}

interface Telling {
  signal: AbortSignal;
  tell: (event: ChatEvent) => void;
}

async function answerAndKeep(
  ai: AiContext,
  userId: UserId,
  question: Question,
  telling: Telling,
): Promise<{ id: TurnId; answer: Answer }> {
  await requireOwn(ai, userId, question);
  try {
    const answer = await answerQuestion(ai, userId, question, telling);
    telling.signal.throwIfAborted();
    const answerJson = JSON.stringify(answer);
    const id = await ai.door("chat.add", { userId, query: question.query, answerJson });
    return { id, answer };
  } catch (error) {
    if (telling.signal.aborted || error instanceof Failure) throw error;
    throw new Failure("assistant.failed", { cause: error });
  }
}

async function requireOwn({ database }: AiContext, userId: UserId, { accountId }: Question) {
  if (!accountId) return;
  if (!(await getAccount(database.reader, userId, accountId)))
    throw new Failure("account.not_found");
}

/** Everything that a part of the answer is made from. */
interface Asked {
  ai: AiContext;
  userId: UserId;
  accountId: AccountId | undefined;
  query: string;
  timeZone: string;
  plan: QueryPlan;
  total: number;
  citations: Citations;
  telling: Telling;
}

type Draft = Pick<Answer, "blocks"> & { isFound: boolean; notes: string[]; model?: UserModel };

async function answerQuestion(
  ai: AiContext,
  userId: UserId,
  question: Question,
  telling: Telling,
): Promise<Answer> {
  const began = performance.now();
  const { reader, engine } = ai.database;
  const { timeZone = "UTC" } = question;
  const accountId = question.accountId || undefined;
  const now = ai.clock.now();
  const { wish, rest } = wishOf(question.query, now, timeZone);
  const plan = await planOf(rest, {
    ...{ now, timeZone, without: question.without },
    isPerson: async (role, words) => {
      const column = role === "from" ? "sender" : "recipients";
      const groups = [[{ column, words, isPrefix: false } as const]];
      return (await newestHits(reader, engine, { userId, accountId, groups, limit: 1 })).length > 0;
    },
  });
  telling.tell({ kind: "plan", chips: plan.chips });
  const total = await countMessages(reader, userId, accountId);
  const citations = new Citations();
  const asked: Asked = {
    ...{ ai, userId, accountId, query: question.query, timeZone, plan, total, citations, telling },
  };
  telling.signal.throwIfAborted();
  const draft = wish?.kind === "draft" ? drafting() : await draftOf(asked, wish);
  const all = citations.all();
  // What is proposed is proposed for what the person sees.
  const shown = draft.blocks.flatMap(({ cites }) => cites);
  const ids = all.filter(({ id }) => shown.includes(id)).map(({ emailId }) => emailId);
  const proposal = wish && (await proposalOf(reader, userId, wish, ids));
  const blocks =
    wish?.kind === "draft"
      ? draftBlocks(proposal?.kind === "draft" ? proposal.to : null)
      : draft.blocks;
  const used = all.filter(({ id }) => blocks.some(({ cites }) => cites.includes(id)));
  const notes = [
    ...draft.notes,
    ...(used.some((each) => each.isSuspicious) ? [answerTexts.suspicious] : []),
  ];
  return {
    response: blocks.map(({ text }) => text).join("\n"),
    blocks,
    citations: used,
    proposals: proposal ? [proposal] : [],
    meta: {
      engine: draft.model ? "model" : "local",
      ...{ model: draft.model?.name ?? "", host: draft.model?.host ?? "", searched: total, notes },
      ms: Math.round(performance.now() - began),
      plan: plan.chips,
      leftOut: question.without,
      isFound: draft.isFound || proposal?.kind === "draft",
    },
  };
}

async function draftOf(asked: Asked, wish: Wish | null): Promise<Draft> {
  const { plan } = asked;
  if (plan.intent === "count") return countOf(asked);
  if (plan.words.length === 0 || wish !== null)
    return listOf(asked, wish ? mailsActedOn : mailsListed);
  const relaxed = { ...plan, time: null };
  let found = await read(asked, plan);
  const notes: string[] = [];
  if (found.found.length === 0 && plan.time) {
    found = await read(asked, relaxed);
    if (found.found.length > 0) notes.push(answerTexts.relaxed(plan.time.said));
  }
  const model = found.found.length > 0 ? await askedModel(asked) : null;
  if (model) {
    const answer = await byModel(asked, model, found.found, notes);
    if (answer) return answer;
  }
  const sought = {
    ...{
      intent: plan.intent,
      words: plan.words.map(stem),
      counts: found.counts,
      total: asked.total,
    },
  };
  const { blocks, isFound } = localAnswer(found.found, { ...asked, sought });
  tellLocal(asked, blocks);
  return { blocks, isFound, notes };
}

function read({ ai, userId, accountId, total }: Asked, plan: QueryPlan) {
  return retrieve(ai, userId, plan, { accountId, total, limit: mailsRead });
}

async function askedModel({ ai, userId }: Asked): Promise<UserModel | null> {
  return ai.model.forUser(userId);
}

/** Null when the model gave nothing that can be shown; why is among the notes. */
async function byModel(
  asked: Asked,
  model: UserModel,
  found: readonly Found[],
  notes: string[],
): Promise<Draft | null> {
  const { ai, userId, plan, citations, telling, query, timeZone } = asked;
  const packed = pack(await withThreads(ai, userId, found), plan.words.map(stem));
  try {
    const { blocks, leftOut } = await modelAnswer(model, packed, {
      ...{ question: query, timeZone, citations, signal: telling.signal },
      onBlock: (block) => {
        telling.tell({ kind: "found", citations: citations.all() });
        telling.tell({ kind: "block", block });
      },
    });
    if (blocks.length === 0) {
      if (leftOut > 0) notes.push(answerTexts.nothingFounded);
      return null;
    }
    if (leftOut > 0) notes.push(answerTexts.leftOut);
    return { blocks, isFound: true, notes, model };
  } catch (error) {
    if (telling.signal.aborted || !(error instanceof ModelFailure)) throw error;
    ai.log.warn({ reason: error.reason }, "the assistant's model gave nothing");
    notes.push(answerTexts.noModel);
    return null;
  }
}

async function countOf(asked: Asked): Promise<Draft> {
  const { ai, userId, accountId, plan, citations, timeZone } = asked;
  const { keys, isMore } = await newestOf(ai, userId, plan, { accountId, limit: countedMost });
  const found = await foundBy(asked, keys.slice(0, mailsListed));
  const blocks: AnswerBlock[] = [
    { kind: "text", text: counted(keys.length, isMore, plan), cites: [] },
    ...found.map((each) => mailBlock(each, timeZone, citations)),
  ];
  tellLocal(asked, blocks);
  return { blocks, isFound: true, notes: [] };
}

async function listOf(asked: Asked, most: number): Promise<Draft> {
  const { ai, userId, accountId, plan, citations, timeZone, total } = asked;
  const isAsked =
    plan.groups.length + plan.words.length > 0 ||
    plan.time ||
    plan.asks.some(({ kind }) => kind !== "kept");
  if (!isAsked) {
    const blocks: AnswerBlock[] = [{ kind: "text", text: answerTexts.nothingAsked, cites: [] }];
    tellLocal(asked, blocks);
    return { blocks, isFound: false, notes: [] };
  }
  const { keys, isMore } = await newestOf(ai, userId, plan, { accountId, limit: countedMost });
  const found = await foundBy(asked, keys.slice(0, most));
  const blocks: AnswerBlock[] =
    found.length === 0
      ? [
          { kind: "text", text: answerTexts.nothing, cites: [] },
          { kind: "text", text: lookedThrough(total, plan), cites: [] },
        ]
      : [
          { kind: "text", text: listed(keys.length, isMore, plan, found.length), cites: [] },
          ...found.map((each) => mailBlock(each, timeZone, citations)),
        ];
  tellLocal(asked, blocks);
  return { blocks, isFound: found.length > 0, notes: [] };
}

async function foundBy({ ai, userId }: Asked, keys: readonly number[]): Promise<Found[]> {
  return withTexts(ai, userId, await messagesByKeys(ai.database.reader, userId, keys));
}

function tellLocal({ telling, citations }: Asked, blocks: readonly AnswerBlock[]): void {
  telling.tell({ kind: "found", citations: citations.all() });
  for (const block of blocks) telling.tell({ kind: "block", block });
}

function drafting(): Draft {
  return { blocks: [], isFound: false, notes: [] };
}

function draftBlocks(to: string | null): AnswerBlock[] {
  const text = to === null ? answerTexts.unknownRecipient : answerTexts.draftReady(to);
  return [{ kind: "text", text, cites: [] }];
}

/** Turns what is told into what is read, one after the other; a failure that the catalogue knows is told as well. */
async function* eventsOf(
  run: (tell: (event: ChatEvent) => void) => Promise<void>,
): AsyncGenerator<ChatEvent> {
  const told: ChatEvent[] = [];
  let wake: () => void = () => undefined;
  let isOver = false;
  const running = run((event) => {
    told.push(event);
    wake();
  })
    .catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code !== "assistant.failed") throw error;
      told.push({ kind: "failed", code: error.code, message: error.message });
    })
    .finally(() => {
      isOver = true;
      wake();
    });
  // Who stops reading hears of no failure any more.
  running.catch(() => undefined);
  for (;;) {
    const event = told.shift();
    if (event) yield event;
    else if (isOver) break;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  await running;
}
