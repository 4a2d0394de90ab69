import { WireError } from "#/wire/imap/wire-error.ts";
import { type FakeAccount, fakeAccount, shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import type { Random } from "../tracking/random.ts";
import { fuzzInput } from "./fuzz-input.ts";

const timeoutMs = 250;
const words = [
  ...'* | OK | NO | BAD |BYE |\r\n|\0|\xff|(|)|[|]|{|}|"|\\|NIL|{5}\r\n|{4294967295}\r\n|{99999999999999999999}\r\n'.split(
    "|",
  ),
  ..."EXISTS|FETCH (|UID |FLAGS (|BODY[]|BODYSTRUCTURE (|INTERNALDATE|RFC822.SIZE |MODSEQ (|EXPUNGE|VANISHED (EARLIER) 1:*".split(
    "|",
  ),
  ...'LIST (\\HasNoChildren) "/" |SEARCH 1 2 3|ESEARCH (TAG "1") UID ALL 1:4294967295|CAPABILITY |[UIDVALIDITY 1]|0|-1|1e400'.split(
    "|",
  ),
];

/** Connects to a mail server that corrupts some of its responses. Each call ends with a result or a WireError. */
export async function runBroken(random: Random): Promise<number> {
  const profile = random.pick(Object.values(profiles)) ?? profiles.plain;
  await using account = await fakeAccount(profile);
  for (const subject of ["one", "two"]) {
    account.mailbox.append(account.mailbox.folder("INBOX"), shortMail(subject));
  }
  let broken = 0;
  const share = random.pick([0.02, 0.1, 0.4]) ?? 0.1;
  account.server.rewrite = (text) => {
    if (!random.chance(share)) return text;
    broken++;
    return fuzzInput(random, { samples: [Buffer.from(text, "latin1")], words }).toString("latin1");
  };
  await run(account);
  return broken;
}

/** Sends one request after another; a failed one does not stop the next. */
async function run(account: FakeAccount): Promise<void> {
  const connection = await orWireError(() => account.connect({ timeoutMs }));
  if (connection === undefined) return;
  await using _closed = connection;
  const questions: (() => Promise<unknown>)[] = [
    () => connection.listFolders(),
    () => connection.select("INBOX", { readOnly: false }),
    () => connection.scan({ fromUid: 1 }),
    () => connection.allUids(),
    () => connection.messageIds([1, 2]),
    () => connection.fetchWhole([1, 2], () => undefined),
    () => connection.fetchOutline(1),
    () => connection.storeFlags([1], { add: ["\\Seen"], remove: [] }),
    () => connection.append("Sent", shortMail("three"), { flags: [], internalDate: 0 }),
    () => connection.status("Sent"),
    () => connection.quota(),
  ];
  for (let round = 0; round < 3; round++) {
    for (const ask of questions) if (connection.isUsable) await orWireError(ask);
  }
}

async function orWireError<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}
