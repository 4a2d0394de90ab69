import type { AccountId } from "@inlet/contract/ids.ts";
import { pause } from "../../server/base/pause.ts";
import { startDovecot } from "../../server/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "../../server/testing/apps/mail-engine.ts";
import { renumber } from "../../server/testing/faults/renumber-folder.ts";
import type { SoakPart } from "./soak-part.ts";

const messages = 10_000;
const withinMs = 300_000;
const login = { user: "person@example.org", pass: "secret" };

/** Renumbers a folder of 10,000 messages: messages keep their rows, and none gets another one's text. */
export const numberingPart: SoakPart = {
  name: "numbering",
  open: async () => ({
    attempt: tryNumbering,
    [Symbol.asyncDispose]: async () => undefined,
  }),
};

async function tryNumbering(seed: number): Promise<void> {
  const { user, pass } = login;
  await using server = await startDovecot({ users: [{ name: user, pass }] });
  for (let n = 1; n <= messages; n++) await server.deliver(user, mail(n));
  await using engine = await startMailEngine();
  const account = { mail: user, pass, imapPort: server.imapPort };
  const { id } = await engine.addAccount(account);
  await settle(engine, id);
  const before = new Map((await inboxOf(engine)).map((row) => [row.subject, row.id]));

  await engine.supervisor.leave(id);
  await renumber(server.maildir(user), { validityBy: (seed % 7) - 3, firstUid: (seed % 50) + 1 });
  await engine.restart();
  await settle(engine, id);
  const after = await inboxOf(engine);
  const lost = after.filter((row) => before.get(row.subject) !== row.id).length;
  const wrong = after.filter(
    ({ subject, text }) => !text.includes(`The text of ${subject}.`),
  ).length;
  if (after.length === messages && lost <= messages / 1000 && wrong === 0) return;
  throw new Error(
    `${after.length} of ${messages} here, ${lost} as new ones, ${wrong} with a wrong text`,
  );
}

async function settle({ supervisor }: TestEngine, id: AccountId): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await supervisor.settled(id))) {
    if (performance.now() > end) throw new Error("The account does not settle.");
    await pause(100, new AbortController().signal);
  }
}

async function inboxOf({ database }: TestEngine) {
  return database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .innerJoin("bodies as b", "b.message_id", "m.id")
    .select(["m.id", "m.subject", "b.text"])
    .where("l.role", "=", "inbox")
    .execute();
}

/** Returns a message; every tenth has no Message-ID. */
function mail(n: number): string {
  const id = n % 10 === 0 ? "" : `Message-ID: <m${n}@example.org>\r\n`;
  return `${id}From: a@example.net\r\nSubject: mail ${n}\r\n\r\nThe text of mail ${n}.\r\n`;
}
