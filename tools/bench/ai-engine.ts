import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MailToClassify } from "../../server/ai/classify/mail-to-sort.ts";
import { shownMail } from "../../server/ai/classify/shown-mail.ts";
import { sort } from "../../server/ai/classify/sort.ts";
import { classifyArrived } from "../../server/ai/classify/classification.ts";
import { summarizeArrived } from "../../server/ai/summaries/summarize-arrived.ts";
import { createLog } from "../../server/base/log.ts";
import { threadKeys } from "../../server/mail/sync/thread-keys.ts";
import { wordColumns } from "../../server/search/words.ts";
import { openDatabase } from "../../server/store/engine/database.ts";
import { createCommandBus } from "../../server/store/commands/command-bus.ts";
import { migrate } from "../../server/store/engine/migrate.ts";
import { aMailbox, aMessage } from "../../server/testing/apps/published-calls.ts";
import { parseMessage } from "../../server/wire/mime/parse.ts";
import type { ParsedMessage } from "../../server/wire/mime/parsed.ts";
import { bulkMailbox } from "./bulk-mailbox.ts";
import { type Figure, percentile } from "./figure.ts";

const bench = "ai";
const owner = "nora@bench.example";
const messages = 2000;
/** Number of messages in one transaction, as in the first pass. */
const batchSize = 50;
const starts = 5;
const root = path.resolve(import.meta.dirname, "../../server/ai");

/**
 * Measures the speed in processor time, which other load hardly affects, the model files, the memory and the first use in a new
 * process.
 */
export async function benchEngine(print: (text: string) => void): Promise<Figure[]> {
  const emails = [...bulkMailbox({ seed: "bench", messages, now: Date.now(), owner })];
  print(`ai: ${messages} mails on one core`);
  return [
    await timeClassifying(emails.map(({ raw }) => raw)),
    ...(await ingest(emails)),
    { bench, what: "files of the models", value: await modelBytes(), unit: "MB", target: 3 },
    ...(await coldStart()),
  ];
}

/** Row 23, first half: classification alone, of parsed messages. */
async function timeClassifying(raws: readonly Buffer[]): Promise<Figure> {
  const parsed: MailToClassify[] = [];
  for (const raw of raws) parsed.push(asMailToClassify(await parseMessage(raw)));
  const classifyAll = () => parsed.forEach((mail) => sort(mail, nothingLearned));
  // Warm-up: afterwards the code is compiled, as after a while in production.
  classifyAll();
  const before = cpuMs();
  classifyAll();
  return {
    bench,
    what: "sorting of parsed mail, one core",
    value: messages / ((cpuMs() - before) / 1000),
    atLeast: 6000,
    unit: "messages/s",
  };
}

const nothingLearned = { heads: {}, priority: new Map() };

function asMailToClassify(mail: ParsedMessage): MailToClassify {
  const addresses = (list: ParsedMessage["to"]) => list.map(({ address }) => address.toLowerCase());
  return {
    subject: mail.subject,
    ...shownMail(mail),
    from: mail.from[0] ?? { name: "", address: "" },
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    own: new Set([owner]),
    ownName: "nora",
    isList: mail.signs.unsubscribe !== undefined,
    isAuthentic: null,
    isServerSpam: false,
    hasAttachments: mail.attachments.length > 0,
    isReply: mail.inReplyTo !== "",
    hasOwnPart: false,
    written: 0,
    incoming: 0,
    date: Date.now(),
  };
}

/** Row 23, second half: messages are parsed, stored with their search words, classified and summarized, like new mail. */
async function ingest(emails: readonly { date: number; raw: Buffer }[]): Promise<Figure[]> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-bench-ai-"));
  try {
    const database = await openDatabase({ url: path.join(dir, "inlet.db") });
    await migrate(database);
    const clock = { now: () => Date.now() };
    const execute = createCommandBus(database, { clock, onCommit: () => undefined });
    const ai = { database, execute, clock, log: createLog("silent") };
    const place = await aMailbox(execute);
    const spent = { read: 0, store: 0, sort: 0, sum: 0 };
    let last = cpuMs();
    const note = (step: keyof typeof spent) => {
      const now = cpuMs();
      spent[step] += now - last;
      last = now;
    };
    for (let start = 0; start < emails.length; start += batchSize) {
      const read = [];
      for (const [at, { date, raw }] of emails.slice(start, start + batchSize).entries()) {
        const parsed = await parseMessage(raw);
        const { attachments, sentDate: _sentDate, ...message } = parsed;
        read.push(
          aMessage({
            uid: start + at + 1,
            internalDate: date,
            sizeBytes: raw.length,
            message,
            attachments: attachments.map(({ content: _content, ...file }) => ({
              ...file,
              sha256: "",
            })),
            words: wordColumns(parsed),
            threadKeys: threadKeys(parsed),
          }),
        );
      }
      note("read");
      const ingested = await execute("messages.takeIn", { ...place, messages: read });
      note("store");
      for (const { messageId } of ingested) {
        await classifyArrived(ai, { userId: place.userId, messageId });
        note("sort");
        await summarizeArrived(ai, { userId: place.userId, messageId });
        note("sum");
      }
    }
    await database.close();
    const all = spent.read + spent.store + spent.sort + spent.sum;
    const each = (what: string, ms: number): Figure => ({
      bench,
      what: `of it ${what}, a mail`,
      value: ms / emails.length,
      unit: "ms",
    });
    return [
      {
        bench,
        what: "parsed, indexed, sorted, summed up, one core",
        value: emails.length / (all / 1000),
        atLeast: 400,
        unit: "messages/s",
      },
      each("parsing", spent.read),
      each("storing and indexing", spent.store),
      each("sorting", spent.sort),
      each("summing up", spent.sum),
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Row 25: the size of the weights that ship, and of the table for language detection. */
async function modelBytes(): Promise<number> {
  const names = await readdir(root, { recursive: true });
  const weights = names
    .filter((name) => /\.(?:json|bin|gz)$/.test(name))
    .map((name) => path.join(root, name));
  const languages = path.resolve(root, "../../node_modules/eld/src/ngrams/extrasmall.js");
  const sizes = await Promise.all([...weights, languages].map((file) => stat(file)));
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
}

/** Row 25: time from a new process to the first message classified and summarized, and the memory used after some messages. */
async function coldStart(): Promise<Figure[]> {
  const file = path.join(import.meta.dirname, "ai-cold-start.ts");
  const all: { ms: number; megabytes: number }[] = [];
  for (let turn = 0; turn < starts; turn++) {
    const child = fork(file, [], { execArgv: ["--expose-gc", "--max-semi-space-size=4"] });
    const [result] = await once(child, "message");
    // ai-cold-start.ts sends this shape.
    all.push(result as { ms: number; megabytes: number });
    await once(child, "exit");
  }
  const median = (values: number[]) => percentile(values, 0.5);
  return [
    {
      bench,
      what: "memory that they take besides",
      value: median(all.map(({ megabytes }) => megabytes)),
      target: 80,
      unit: "MB",
    },
    {
      bench,
      what: `first use in a fresh process, median of ${starts}`,
      value: median(all.map(({ ms }) => ms)),
      target: 300,
      unit: "ms",
    },
  ];
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
