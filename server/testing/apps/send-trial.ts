import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import { systemClock as clock } from "#/base/clock.ts";
import { randomId } from "#/base/random-id.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";
import type { Database } from "#/store/engine/database.ts";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { getOutbox } from "#/store/outbox/queries.ts";
import type { OutboxRow } from "#/store/outbox/schema.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import {
  type BreakableSmtp,
  type SmtpPhase,
  startBreakableSmtp,
} from "#/testing/faults/breakable-smtp.ts";
import { anAccount } from "#/testing/mailboxes/mailbox.ts";
import { outgoingTo } from "#/testing/mailboxes/post-office.ts";
import type { SendingOrder } from "#/testing/faults/send-until-killed.ts";

export const sendFaults = ["kill", "reset", "silence"] as const;
export type SendFault = (typeof sendFaults)[number];

/** Result of one message. */
export interface Trial {
  /** Number of times that the server accepted it. */
  accepted: number;
  /** Final state for the user. */
  state: OutboxState;
  /** Milliseconds from the fault until its result is visible. */
  tookMs: number;
}

interface Sender {
  child: ChildProcess;
  ended: Promise<"ended">;
}

/** A sending process that can be killed, and a server that can break off. */
export interface SendLab extends AsyncDisposable {
  run: (phase: SmtpPhase, fault: SendFault) => Promise<Trial>;
}

/** More than the network buffers hold, so a break within it is one for the sender too. */
const padding = Buffer.alloc(16 * 1024 * 1024, `${"x".repeat(70)}\r\n`);

/** Creates the lab around a migrated database. */
export async function startSendLab(
  database: Database,
  order: Omit<SendingOrder, "url">,
): Promise<SendLab> {
  const smtp = await startBreakableSmtp();
  const account = await addAccount(database, smtp);
  let sender = await startSender({ url: database.url, ...order });
  return {
    async run(phase, fault) {
      const message = await outgoingTo(account, "ben@example.net");
      const raw = phase === "content" ? Buffer.concat([message.raw, padding]) : message.raw;
      let faultAt = 0;
      const hit = Promise.withResolvers<void>();
      smtp.breakpoint = {
        phase,
        hit({ reset }) {
          faultAt = performance.now();
          if (fault === "reset") reset();
          if (fault === "kill") sender.child.kill("SIGKILL");
          hit.resolve();
        },
      };
      sender.child.send({ ...message, raw });
      // A kill also ends the process, but after the hit.
      if ((await Promise.race([hit.promise, sender.ended])) === "ended") throw endedAlone();
      if (fault === "kill") {
        await sender.ended;
        sender = await startSender({ url: database.url, ...order });
      }
      const row = await settled(sender, () =>
        getOutbox(database.reader, account.user_id, message.id),
      );
      const tookMs = performance.now() - faultAt;
      const taken = smtp.accepted.filter((each) => each.includes(message.message_id_header));
      return { accepted: taken.length, state: row.state, tookMs };
    },
    async [Symbol.asyncDispose]() {
      sender.child.kill("SIGKILL");
      await smtp[Symbol.asyncDispose]();
    },
  };
}

/** Returns true if nothing was sent twice, and nothing was lost without a report to the user. */
export function isSound({ accepted, state }: Trial): boolean {
  if (state === "accepted") return accepted === 1;
  return state === "unknown" && accepted <= 1;
}

function endedAlone(): Error {
  return new Error("The sending process ended by itself.");
}

async function addAccount(database: Database, smtp: BreakableSmtp): Promise<AccountRow> {
  const execute = createCommandBus(database, { clock, onCommit: () => undefined });
  const userId = UserId.parse(randomId());
  const account: AccountRow = {
    ...anAccount(userId, "ann"),
    smtp_host: "127.0.0.1",
    smtp_port: smtp.port,
    smtp_user: "ann",
  };
  const box = createSecretBox(new Uint8Array(32));
  const row = {
    ...account,
    imap_secret: box.encrypt("secret", secretPlace(account, "imap_secret")),
  };
  await execute("account.add", row);
  return row;
}

async function startSender(order: SendingOrder): Promise<Sender> {
  const file = fileURLToPath(import.meta.resolve("../faults/send-until-killed.ts"));
  const child = fork(file, { serialization: "advanced" });
  child.send(order);
  const ended = once(child, "exit").then(() => "ended" as const);
  if ((await Promise.race([once(child, "message"), ended])) === "ended") {
    throw new Error("The sending process did not start.");
  }
  return { child, ended };
}

/** Waits until the message reaches a final state that the user can see. Checks after each change. */
async function settled(
  { child, ended }: Sender,
  read: () => Promise<OutboxRow | undefined>,
): Promise<OutboxRow> {
  for (;;) {
    const looked = new AbortController();
    // Listens before the read to miss no change, and stops listening once the state is final.
    const changed = once(child, "message", { signal: looked.signal }).catch(() => undefined);
    try {
      const row = await read();
      if (row !== undefined && ["accepted", "unknown", "failed"].includes(row.state)) return row;
      if ((await Promise.race([changed, ended])) === "ended") throw endedAlone();
    } finally {
      looked.abort();
    }
  }
}
