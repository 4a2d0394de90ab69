import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { askAssistant } from "../../server/ai/assistant/assistant.ts";
import { noModel } from "../../server/ai/model/port.ts";
import type { MailToClassify } from "../../server/ai/classify/mail-to-sort.ts";
import { shownMail } from "../../server/ai/classify/shown-mail.ts";
import { sort } from "../../server/ai/classify/sort.ts";
import { summarizeMail } from "../../server/ai/summaries/summarize-mail.ts";
import { createLog } from "../../server/base/log.ts";
import { openDatabase } from "../../server/store/engine/database.ts";
import { createCommandBus } from "../../server/store/commands/command-bus.ts";
import { migrate } from "../../server/store/engine/migrate.ts";
import type {
  BelievableMail,
  BelievableMailbox,
} from "../../server/testing/mailboxes/believable-mailbox.ts";
import { heldMailbox, heldOwners } from "../../server/testing/mailboxes/held-owner.ts";
import {
  aMessage,
  anAccount,
  aUser,
  someFolders,
} from "../../server/testing/apps/published-calls.ts";
import type { Verdict } from "./classify-made.ts";
import { type EvalPart, mean, measure } from "./eval-part.ts";

const now = Date.UTC(2026, 10, 18, 9);
const seeds = ["north", "south", "east", "west"];

/** Facts found in a message, compared with the true ones; precision and recall are computed from them. */
export interface FoundFacts {
  hits: number;
  found: number;
  gold: number;
}

/** A question about a mailbox, and how it was answered. */
export interface Asked {
  question: string;
  isAnswerable: boolean;
  isRight: boolean;
  /** There was an answer, and the messages contradict it. */
  isWrong: boolean;
}

export const part: EvalPart = {
  name: "believable",
  run: async () => {
    const mailboxes = seeds.map((seed) => heldMailbox(seed, now));
    const facts = factsIn(mailboxes);
    const asked = (await Promise.all(mailboxes.map(askAll))).flat();
    const sorted = categoriesIn(mailboxes);
    const shared = { row: 16, baseline: "none" };
    const answerable = asked.filter((one) => one.isAnswerable);
    const idle = asked.filter((one) => !one.isAnswerable);
    return [
      measure({
        ...shared,
        row: 6,
        what: "invented mailbox, categories",
        metric: "accuracy",
        cases: sorted,
        gate: 0.8,
        score: (some) => mean(some.map(({ gold, got }) => Number(gold === got))),
      }),
      measure({
        ...shared,
        what: "invented mailbox, amounts",
        metric: "F1",
        cases: facts.amounts,
        score: f1,
        gate: 0.95,
      }),
      measure({
        ...shared,
        what: "invented mailbox, days",
        metric: "recall",
        cases: facts.days,
        score: recall,
        gate: 0.9,
      }),
      measure({
        ...shared,
        what: "invented mailbox, requests",
        metric: "F1",
        cases: facts.asks,
        score: f1,
        gate: 0.85,
      }),
      measure<Asked>({
        ...shared,
        what: "invented mailbox, questions",
        metric: "accuracy",
        cases: asked,
        score: (some) => mean(some.map(({ isRight }) => Number(isRight))),
        gate: 0.6,
      }),
      measure<Asked>({
        ...shared,
        what: "of those, answerable",
        metric: "answered",
        cases: answerable,
        score: (some) => mean(some.map(({ isRight }) => Number(isRight))),
        gate: null,
      }),
      measure<Asked>({
        ...shared,
        what: "of those, not answerable",
        metric: "abstained",
        cases: idle,
        score: (some) => mean(some.map(({ isRight }) => Number(isRight))),
        gate: null,
      }),
      measure<Asked>({
        ...shared,
        what: "invented mailbox, questions",
        metric: "wrong",
        cases: asked,
        score: (some) => mean(some.map(({ isWrong }) => Number(isWrong))),
        gate: 0.08,
        higherIsBetter: false,
      }),
    ];
  },
};

/** The true category of each received message, with the predicted one. */
function categoriesIn(mailboxes: readonly BelievableMailbox[]): Verdict[] {
  const own = new Set(Object.values(heldOwners).map(({ address }) => address));
  return mailboxes
    .flatMap(({ mails: emails }) => emails)
    .filter(({ isOwn }) => !isOwn)
    .map(({ subject, text, html, from, to, isList, before, date, gold }) => {
      const mail: MailToClassify = {
        ...shownMail({ text, html }),
        subject,
        from,
        to: [to.address],
        cc: [],
        own,
        ownName: "imre",
        isList,
        isAuthentic: null,
        isServerSpam: false,
        hasAttachments: false,
        date,
        isReply: before.length > 0,
        hasOwnPart: before.length > 0,
        written: 0,
        incoming: 0,
      };
      return {
        gold: gold.category,
        got: sort(mail, { heads: {}, priority: new Map() }).category,
      };
    });
}

/** Compares the amounts, days and requests that summaries find in each message with the expected ones. */
export function factsIn(
  mailboxes: readonly BelievableMailbox[] = seeds.map((seed) => heldMailbox(seed, now)),
) {
  const emails = mailboxes.flatMap((mailbox) => mailbox.mails).filter(({ isOwn }) => !isOwn);
  const all = emails.map((mail) => ({ mail, summary: summarizeMail(toSummarize(mail)) }));
  const goldOf = ({ gold }: BelievableMail, kind: "amount" | "date") => [
    ...new Set(gold.facts.filter((fact) => fact.kind === kind).map(({ text }) => text)),
  ];
  return {
    amounts: all.map(({ mail, summary }) =>
      compared(
        goldOf(mail, "amount"),
        summary.amounts.map(({ text }) => text),
        (gold, found) => gold === found,
      ),
    ),
    // A found day includes the hour beside it: "Thursday at 10:15".
    days: all.map(({ mail, summary }) =>
      compared(
        goldOf(mail, "date"),
        summary.dates.map(({ text }) => text),
        (gold, found) => found.includes(gold),
      ),
    ),
    asks: all
      .filter(({ mail }) => mail.form === null)
      .map(({ mail, summary }) =>
        compared(
          mail.gold.asks,
          summary.asks.map(({ text }) => text),
          (gold, found) => found.includes(gold) || gold.includes(found),
        ),
      ),
  };
}

/** F1: the harmonic mean of precision and recall. */
export function f1(cases: readonly FoundFacts[]): number {
  const { hits, found, gold } = sums(cases);
  return found + gold === 0 ? 1 : (2 * hits) / (found + gold);
}

/** The share of the true facts that were found. */
export function recall(cases: readonly FoundFacts[]): number {
  const { hits, gold } = sums(cases);
  return gold === 0 ? 1 : hits / gold;
}

function sums(cases: readonly FoundFacts[]): FoundFacts {
  return cases.reduce(
    (sum, one) => ({
      hits: sum.hits + one.hits,
      found: sum.found + one.found,
      gold: sum.gold + one.gold,
    }),
    { hits: 0, found: 0, gold: 0 },
  );
}

function compared(
  gold: readonly string[],
  found: readonly string[],
  isSame: (gold: string, found: string) => boolean,
): FoundFacts {
  const hits = gold.filter((one) => found.some((other) => isSame(one, other))).length;
  return { hits, found: found.length, gold: gold.length };
}

function toSummarize({ subject, text, html, from, date, isList, before }: BelievableMail) {
  return {
    subject,
    text,
    html,
    sender: from.name,
    sent: new Date(date),
    isBulk: isList,
    isReply: before.length > 0,
    isEncrypted: false,
    attachments: [],
  };
}

/** Asks the assistant all questions of the mailbox, including those without an answer in it. */
export async function askAll(mailbox: BelievableMailbox): Promise<Asked[]> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-eval-"));
  try {
    const database = await openDatabase({ url: path.join(dir, "inlet.db") });
    await migrate(database);
    const clock = { now: () => now };
    const execute = createCommandBus(database, { clock, onCommit: () => undefined });
    const ai = { database, execute, clock, model: noModel, log: createLog("silent") };
    const userId = await aUser(execute);
    await store(execute, userId, mailbox.mails);
    const asked: Asked[] = [];
    for (const { question, answer } of mailbox.questions) {
      const given = await askAssistant(
        ai,
        userId,
        { query: question, without: [] },
        new AbortController().signal,
      );
      const quoted = given.blocks.filter(({ kind }) => kind === "quote").map(({ text }) => text);
      const isReported = answer !== null && quoted.some((text) => text.includes(answer));
      const isSilent = !given.meta.isFound;
      asked.push({
        question,
        isAnswerable: answer !== null,
        isRight: answer === null ? isSilent : isReported,
        isWrong: !isSilent && !isReported,
      });
    }
    await database.close();
    return asked;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function store(
  execute: ReturnType<typeof createCommandBus>,
  userId: Awaited<ReturnType<typeof aUser>>,
  emails: readonly BelievableMail[],
): Promise<void> {
  const accountId = await anAccount(execute, userId);
  const folders = await someFolders(execute, userId, accountId, ["inbox", "sent", "spam"]);
  const [inbox, sent, spam] = folders;
  if (!inbox || !sent || !spam) throw new Error("The folders were not made.");
  const messageId = (id: string) => `${id}@eval.example`;
  const folderOf = ({ isOwn, gold }: BelievableMail) =>
    isOwn ? sent : gold.category === "Spam" ? spam : inbox;
  for (const [folder, some] of Map.groupBy(emails, folderOf)) {
    await execute("messages.takeIn", {
      userId,
      accountId,
      folderId: folder.id,
      messages: some.map((mail, at) =>
        aMessage({
          uid: at + 1,
          internalDate: mail.date,
          isOwn: mail.isOwn,
          message: {
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            messageId: messageId(mail.id),
            inReplyTo: mail.before.slice(-1).map(messageId).join(""),
            references: mail.before.map(messageId),
            from: [{ name: mail.from.name, address: mail.from.address }],
            to: [{ name: mail.to.name, address: mail.to.address }],
          },
        }),
      ),
    });
  }
}
