import type { AnswerBlock } from "@inlet/contract/ai/assistant.ts";
import { type Found, newestOf, withTexts } from "#/ai/retrieval/retrieve.ts";
import { getMessage, messagesByKeys } from "#/store/messages/queries.ts";
import { type Asked, type Draft, emitLocal } from "./question.ts";
import { askedEmails, lookedThrough } from "./asked-emails.ts";
import { mailBlock } from "./local-answer.ts";

const maxListed = 5;
/** An action applies to the messages shown, and to none beyond them. */
const maxActedOn = 50;
const maxCounted = 10_000;

/** Returns the number of matching messages, with the newest. */
export async function countOf(asked: Asked): Promise<Draft> {
  const { ai, userId, accountId, plan, words } = asked;
  const { keys, isMore } = await newestOf(ai, userId, plan, { accountId, limit: maxCounted });
  const found = await foundBy(asked, keys.slice(0, maxListed));
  const blocks: AnswerBlock[] = [
    { kind: "text", text: words.counted(keys.length, isMore, askedEmails(plan)), cites: [] },
    ...found.map((each) => mailBlock(each, asked)),
  ];
  emitLocal(asked, blocks);
  return { blocks, isFound: true, notes: [] };
}

/** Lists the newest matching messages; more of them if the question requests an action. */
export async function listOf(asked: Asked): Promise<Draft> {
  const most = asked.wish ? maxActedOn : maxListed;
  const { ai, userId, accountId, plan, total, words } = asked;
  const isAsked =
    plan.groups.length + plan.words.length > 0 ||
    plan.time ||
    plan.asks.some(({ kind }) => kind !== "kept");
  if (!isAsked) {
    const blocks: AnswerBlock[] = [{ kind: "text", text: words.nothingAsked, cites: [] }];
    emitLocal(asked, blocks);
    return { blocks, isFound: false, notes: [] };
  }
  const { keys, isMore } = await newestOf(ai, userId, plan, { accountId, limit: maxCounted });
  const found = await foundBy(asked, keys.slice(0, most));
  const blocks: AnswerBlock[] =
    found.length === 0
      ? [
          { kind: "text", text: words.nothing, cites: [] },
          { kind: "text", text: lookedThrough(words, total, plan), cites: [] },
        ]
      : [
          {
            kind: "text",
            text: words.listed(keys.length, isMore, askedEmails(plan), found.length),
            cites: [],
          },
          ...found.map((each) => mailBlock(each, asked)),
        ];
  emitLocal(asked, blocks);
  return { blocks, isFound: found.length > 0, notes: [] };
}

async function foundBy({ ai, userId }: Asked, keys: readonly number[]): Promise<Found[]> {
  return withTexts(ai, userId, await messagesByKeys(ai.database.reader, userId, keys));
}

/** Returns the messages that a request refers to: the open one, or those of the last answer. */
export async function ofShown(asked: Asked): Promise<Draft> {
  const { ai, userId, open, shown, words } = asked;
  const rows = open
    ? [open]
    : await Promise.all(
        shown
          .slice(0, maxActedOn)
          .map(({ emailId }) => getMessage(ai.database.reader, userId, emailId)),
      );
  const found = await withTexts(
    ai,
    userId,
    rows.flatMap((row) => row ?? []),
  );
  const blocks: AnswerBlock[] = [
    ...(open ? [] : [{ kind: "text" as const, text: words.shownBefore, cites: [] }]),
    ...found.map((each) => mailBlock(each, asked)),
  ];
  emitLocal(asked, blocks);
  return { blocks, isFound: found.length > 0, notes: [] };
}
