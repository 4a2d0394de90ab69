import type { Answer, AnswerBlock, ChatEvent, ChatTurn } from "@inlet/contract/ai/assistant.ts";
import type { TurnId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { AiContext } from "#/ai/context.ts";
import { ModelFailure, type UserModel } from "#/ai/model/port.ts";
import { pack, withThreads } from "#/ai/retrieval/pack.ts";
import { pairsOf, type QueryPlan } from "#/ai/retrieval/plan.ts";
import { tongueOf } from "#/ai/retrieval/question-words.ts";
import { type Found, retrieve, withoutRepeats } from "#/ai/retrieval/retrieve.ts";
import { stem } from "#/ai/retrieval/stem.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { chatTurnsOf } from "#/store/ai/chat-queries.ts";
import { toWords } from "#/base/tokenize.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { countMessages } from "#/store/search/ranked-hits.ts";
import { languageOf } from "#/store/users/preference-queries.ts";
import { dateTag, type Texts, textsIn } from "#/texts/texts.ts";
import { type Asked, type Draft, emitLocal, type AnswerStream } from "./question.ts";
import { Citations } from "./cite.ts";
import { eventsOf } from "./events.ts";
import { countOf, listOf, ofShown } from "./list-answer.ts";
import { localAnswer } from "./local-answer.ts";
import { modelAnswer } from "./model-answer.ts";
import { conversationOf, summaryBlocks } from "./open-mail.ts";
import { type Question, understand } from "./understand.ts";
import { proposalOf } from "./requests.ts";

const messagesRead = 12;

/** Answers a question and stores both. Throws account.not_found, assistant.failed. */
export async function askAssistant(
  ai: AiContext,
  userId: UserId,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const { answer } = await answerAndStore(ai, userId, question, { signal, emit: () => undefined });
  return answer;
}

/** Like `assistant`, but publishes events while the answer is produced. Fails at once with account.not_found. */
export async function streamAssistant(
  ai: AiContext,
  userId: UserId,
  question: Question,
  signal: AbortSignal,
): Promise<AsyncIterable<ChatEvent>> {
  await requireOwn(ai, userId, question);
  return eventsOf(async (emit) => {
    const { id, answer } = await answerAndStore(ai, userId, question, { signal, emit });
    emit({ kind: "done", id, answer });
  });
}

/** Returns the questions and answers so far. */
export async function readConversation(ai: AiContext, userId: UserId): Promise<ChatTurn[]> {
  const rows = await chatTurnsOf(ai.database.reader, userId);
  return rows.map(({ id, query, answer_json: answer, created_at: at }) => ({
    // Safe: only `answerAndStore` writes this column.
    answer: JSON.parse(answer) as Answer,
    id,
    query,
    askedAt: new Date(at).toISOString(),
  }));
}

async function answerAndStore(
  ai: AiContext,
  userId: UserId,
  question: Question,
  stream: AnswerStream,
): Promise<{ id: TurnId; answer: Answer }> {
  await requireOwn(ai, userId, question);
  try {
    const answer = await answerQuestion(ai, userId, question, stream);
    stream.signal.throwIfAborted();
    const answerJson = JSON.stringify(answer);
    const id = await ai.execute("chat.add", { userId, query: question.query, answerJson });
    return { id, answer };
  } catch (error) {
    // The client disconnected: rethrow its abort reason, not the provider's.
    stream.signal.throwIfAborted();
    if (error instanceof Failure) throw error;
    throw new Failure("assistant.failed", { cause: error });
  }
}

async function requireOwn({ database }: AiContext, userId: UserId, { accountId }: Question) {
  if (!accountId) return;
  if (!(await getAccount(database.reader, userId, accountId)))
    throw new Failure("account.not_found");
}

async function answerQuestion(
  ai: AiContext,
  userId: UserId,
  question: Question,
  stream: AnswerStream,
): Promise<Answer> {
  const began = performance.now();
  const { reader } = ai.database;
  const { timeZone = "UTC" } = question;
  const accountId = question.accountId || undefined;
  const understood = await understand(ai, userId, question);
  const { plan, wish: request } = understood;
  stream.emit({ kind: "plan", chips: plan.chips });
  const total = await countMessages(reader, userId, accountId);
  const citations = new Citations();
  const language = await languageOf(reader, userId);
  const words = textsIn(language).answers;
  const asked: Asked = {
    ai,
    userId,
    accountId,
    query: question.query,
    timeZone,
    total,
    words,
    dates: dateTag(language),
    citations,
    stream,
    ...understood,
  };
  stream.signal.throwIfAborted();
  const draft = request?.kind === "draft" ? drafting() : await draftOf(asked);
  const all = citations.all();
  // A proposal covers only the messages that the user sees.
  const shown = draft.blocks.flatMap(({ cites }) => cites);
  const ids = all.filter(({ id }) => shown.includes(id)).map(({ emailId }) => emailId);
  const proposal = request && (await proposalOf(reader, userId, request, ids));
  const blocks =
    request?.kind === "draft"
      ? draftBlocks(words, proposal?.kind === "draft" ? proposal.to : null)
      : draft.blocks;
  const used = all.filter(({ id }) => blocks.some(({ cites }) => cites.includes(id)));
  const notes = [
    ...draft.notes,
    ...(used.some((each) => each.isSuspicious) ? [words.suspicious] : []),
  ];
  return {
    response: blocks
      .map(({ kind, text }) => (kind === "unfounded" ? words.unfounded(text) : text))
      .join("\n"),
    blocks,
    citations: used,
    proposals: proposal ? [proposal] : [],
    meta: {
      engine: draft.model ? "model" : "local",
      model: draft.model?.name ?? "",
      host: draft.model?.host ?? "",
      searched: total,
      notes,
      ms: Math.round(performance.now() - began),
      plan: plan.chips,
      leftOut: question.without,
      isFound: draft.isFound || proposal?.kind === "draft",
    },
  };
}

async function draftOf(asked: Asked): Promise<Draft> {
  const { plan, wish: request, open, shown } = asked;
  if (open && !request) return ofOpenMail(asked, open);
  if (open || shown.length > 0) return ofShown(asked);
  if (plan.intent === "count") return countOf(asked);
  if (plan.words.length === 0 || request !== null) return listOf(asked);
  const notes: string[] = [];
  let found = await read(asked, plan);
  if (found.found.length === 0 && plan.time) {
    found = await read(asked, { ...plan, time: null });
    if (found.found.length > 0) notes.push(asked.words.relaxed(plan.time.matched));
  }
  const model = found.found.length > 0 ? await askedModel(asked) : null;
  if (model) {
    const answer = await byModel(asked, model, found.found, notes);
    if (answer) return answer;
  }
  let local = await fromMail(asked, found);
  if (!local.isFound && plan.people.length > 0) {
    // The named person need not be the sender: mail of others about them may have the answer.
    const others = await fromMail(asked, await read(asked, aboutPeople(plan)));
    if (others.isFound) local = others;
  }
  const { isFound } = local;
  const blocks = local.shown();
  emitLocal(asked, blocks);
  return { blocks, isFound, notes };
}

/** Answers from the thread that is open on the screen. */
async function ofOpenMail(asked: Asked, open: MessageRow): Promise<Draft> {
  const { ai, userId, plan } = asked;
  const found = await conversationOf(ai, userId, open);
  const notes: string[] = [];
  const model = await askedModel(asked);
  const byOne = model && (await byModel(asked, model, found, notes));
  if (byOne) return byOne;
  const [mail] = found;
  if (plan.words.length === 0 && mail) {
    const { blocks, isFound } = await summaryBlocks(asked, mail);
    emitLocal(asked, blocks);
    return { blocks, isFound, notes };
  }
  const words = plan.words.map((word) => ({ word, count: 1, isGuessed: false }));
  const retrieved = { ...searchOf(asked, plan), words, total: found.length };
  const answer = await localAnswer(found, { ...asked, retrieved });
  const blocks = answer.shown();
  emitLocal(asked, blocks);
  return { blocks, isFound: answer.isFound, notes };
}

function searchOf({ total }: Asked, plan: QueryPlan) {
  return { intent: plan.intent, tongue: tongueOf(plan.language), total };
}

async function read({ ai, userId, accountId, total }: Asked, plan: QueryPlan) {
  const { found, words } = await retrieve(ai, userId, plan, {
    accountId,
    total,
    limit: messagesRead * 2,
  });
  return { plan, words, found: withoutRepeats(found).slice(0, messagesRead) };
}

/**
 * Answers from the text of the messages. A later message of a conversation may contain the answer, so whole conversations are
 * read.
 */
async function fromMail(asked: Asked, { plan, found, words }: Awaited<ReturnType<typeof read>>) {
  const { ai, userId } = asked;
  const retrieved = { ...searchOf(asked, plan), words };
  const messages = await withThreads(ai, userId, found);
  return localAnswer(messages, { ...asked, plan, retrieved });
}

/** Turns the plan's senders and recipients into words that may occur anywhere in a message. */
function aboutPeople(plan: QueryPlan): QueryPlan {
  const named = plan.people.flatMap(({ name }) => toWords(name));
  return {
    ...plan,
    people: [],
    words: [...named, ...plan.words],
    pairs: [...plan.pairs, ...pairsOf(named.join(" "), named, true)],
    groups: plan.groups.filter(([term]) => term?.column === "any"),
  };
}

async function askedModel({ ai, userId }: Asked): Promise<UserModel | null> {
  return ai.model.forUser(userId);
}

/** Returns null if the model gave nothing that can be shown; the notes contain the reason. */
async function byModel(
  asked: Asked,
  model: UserModel,
  found: readonly Found[],
  notes: string[],
): Promise<Draft | null> {
  const { ai, userId, plan, citations, stream, query, timeZone, words } = asked;
  const tongue = tongueOf(plan.language);
  const stems = plan.words.map((word) => stem(word, tongue));
  const packed = pack(await withThreads(ai, userId, found), stems, tongue);
  try {
    const { blocks, leftOut } = await modelAnswer(model, packed, {
      question: [asked.before, query].filter(Boolean).join("\n"),
      now: ai.clock.now(),
      timeZone,
      citations,
      signal: stream.signal,
      onBlock: (block) => {
        stream.emit({ kind: "found", citations: citations.all() });
        stream.emit({ kind: "block", block });
      },
    });
    if (blocks.length === 0) {
      if (leftOut > 0) notes.push(words.nothingFounded);
      return null;
    }
    if (leftOut > 0) notes.push(words.leftOut);
    return { blocks, isFound: true, notes, model };
  } catch (error) {
    if (stream.signal.aborted || !(error instanceof ModelFailure)) throw error;
    ai.log.warn({ reason: error.reason }, "the assistant's model failed");
    notes.push(words.noModel);
    return null;
  }
}

function drafting(): Draft {
  return { blocks: [], isFound: false, notes: [] };
}

function draftBlocks(words: Texts["answers"], to: string | null): AnswerBlock[] {
  const text = to === null ? words.unknownRecipient : words.draftReady(to);
  return [{ kind: "text", text, cites: [] }];
}
