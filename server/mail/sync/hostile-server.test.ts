import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getAccount } from "#/store/accounts/queries.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { FakeMailbox } from "#/testing/fakes/imap/mailbox.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import type { SyncContext } from "./context.ts";
import type { Session } from "#/testing/fakes/imap/session.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";

vi.setConfig({ testTimeout: 60_000 });

const user = "person@example.org";
let sound: FakeImap;
let soundMailbox: FakeMailbox;

beforeAll(async () => {
  sound = await startFakeImap(profiles.plain);
  soundMailbox = sound.addMailbox(user);
});
afterAll(() => sound[Symbol.asyncDispose]());

/** Writes as long as a client is connected, with little buffered at any time. */
function pourOut(session: Session, server: FakeImap, text: () => string): void {
  const pour = () => {
    if (server.sockets.size === 0) return;
    if (session.hasCapacity()) session.write(text());
    setTimeout(pour, session.hasCapacity() ? 0 : 5);
  };
  pour();
}

const opened =
  "* 3 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 4] x\r\nTAG OK [READ-ONLY] x\r\n";

const attacks: Record<string, (server: FakeImap) => void> = {
  "a literal of four gigabytes": (server) => {
    server.answer(/^EXAMINE/, opened);
    server.answer(/FETCH/, (_command, session) => {
      session.write("* 1 FETCH (UID 1 FLAGS () BODY[] {4294967295}\r\n");
      pourOut(session, server, () => "x".repeat(1 << 16));
      return "";
    });
  },
  "a literal of 80 MiB": (server) => {
    server.answer(/^EXAMINE/, opened);
    server.answer(/FETCH/, (_command, session) => {
      session.write(`* 1 FETCH (UID 1 FLAGS () BODY[] {${80 * 2 ** 20}}\r\n`);
      pourOut(session, server, () => "x".repeat(1 << 16));
      return "";
    });
  },
  "untagged lines without end": (server) => {
    server.answer(/^EXAMINE/, (_command, session) => {
      pourOut(session, server, () => "* OK still here\r\n".repeat(500));
      return "";
    });
  },
  "messages without end": (server) => {
    let uid = 0;
    const some = () => {
      const lines = Array.from({ length: 200 }, () => ++uid);
      return lines.map((n) => `* ${n} FETCH (UID ${n} FLAGS () RFC822.SIZE 9)\r\n`).join("");
    };
    server.answer(/^EXAMINE/, opened);
    server.answer(/FETCH/, (_command, session) => {
      pourOut(session, server, some);
      return "";
    });
  },
  "a line without end": (server) => {
    server.answer(/^EXAMINE/, (_command, session) => {
      session.write("* OK ");
      pourOut(session, server, () => "x".repeat(1 << 16));
      return "";
    });
  },
  "a million folders": (server) => {
    server.answer(/^LIST/, (_command, session) => {
      let n = 0;
      const some = () =>
        Array.from({ length: 500 }, () => `* LIST () "/" "Folder ${n++}"\r\n`).join("");
      pourOut(session, server, () => (n < 1_000_000 ? some() : ""));
      return "";
    });
  },
  "one byte now and then": (server) => {
    server.answer(/^EXAMINE/, (_command, session) => {
      const drop = () => {
        session.write("*");
        if (server.sockets.size > 0) setTimeout(drop, 100);
      };
      drop();
      return "";
    });
  },
  "tags that nobody sent": (server) => {
    server.answer(/^EXAMINE/, "ZZ9 OK done\r\n+ what\r\nTAGTAG OK done\r\n");
  },
  "a folder of four billion messages": (server) => {
    server.answer(/^EXAMINE/, opened.replace("* 3 EXISTS", "* 4000000000 EXISTS"));
  },
  "bytes that are no text": (server) => {
    server.answer(
      /^EXAMINE/,
      "\0\0\0\r\n* \0 EXISTS\r\n* 99999999999999999999 EXISTS\r\n\xff\xfe\r\n",
    );
  },
};

/** Attacks after which the account's error is that the responses are too large, not that the server is unreachable. */
const endless = [
  "a literal of four gigabytes",
  "untagged lines without end",
  "messages without end",
  "a line without end",
];

test("hostile servers are reported in time, memory stays bounded, and other accounts are not affected", async () => {
  await using stack = new AsyncDisposableStack();
  const codes = new Map<string, string[]>();
  const engine = stack.use(
    await startMailEngine({
      timing: { wireTimeoutMs: 2500 },
      prepare: ({ execute }: SyncContext): Pick<SyncContext, "execute"> => ({
        execute: (name, input) => {
          if (name === "account.state") {
            // Safe: the command with this name has these two properties.
            const { accountId, errorCode = "" } = input as {
              accountId: string;
              errorCode?: string;
            };
            codes.set(accountId, [...(codes.get(accountId) ?? []), errorCode]);
          }
          return execute(name, input);
        },
      }),
    }),
  );
  const before = process.memoryUsage().rss;
  let maxBytes = 0;
  const watch = setInterval(() => {
    maxBytes = Math.max(maxBytes, process.memoryUsage().rss - before);
  }, 50);
  stack.defer(() => clearInterval(watch));
  const stateOf = async (account: AccountRow) =>
    (await getAccount(engine.database.reader, engine.userId, account.id))?.state;
  const other = await engine.addAccount({ mail: user, pass: "secret", imapPort: sound.port });
  await expect.poll(() => stateOf(other), { timeout: 20_000 }).toBe("watching");

  const hostile: [attack: string, account: AccountRow][] = [];
  for (const [name, attack] of Object.entries(attacks)) {
    const server = stack.use(await startFakeImap(profiles.noCondstore));
    const mail = `hostile${hostile.length}@example.org`;
    const mailbox = server.addMailbox(mail);
    mailbox.append(mailbox.folder("INBOX"), shortMail("m1"));
    attack(server);
    hostile.push([name, await engine.addAccount({ mail, pass: "secret", imapPort: server.port })]);
  }
  for (const [name, account] of hostile) {
    await expect.poll(() => stateOf(account), { timeout: 40_000, message: name }).toBe("waiting");
    if (!endless.includes(name)) continue;
    const codeNow = () => codes.get(account.id);
    const wait = { timeout: 10_000, message: name };
    await expect.poll(codeNow, wait).toContain("account.answer_too_large");
  }
  soundMailbox.append(soundMailbox.folder("INBOX"), shortMail("news"));
  const news = () =>
    engine.database.reader
      .selectFrom("messages")
      .select("id")
      .where("subject", "=", "news")
      .executeTakeFirst();
  await expect.poll(news, { timeout: 20_000 }).toBeDefined();
  expect(await stateOf(other)).toBe("watching");
  expect(maxBytes / 2 ** 20).toBeLessThan(600);
});
