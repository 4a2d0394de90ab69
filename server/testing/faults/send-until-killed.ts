import { createLog } from "#/base/log.ts";
import { systemClock as clock } from "#/base/clock.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createEgress } from "#/egress/egress.ts";
import { JobWorker } from "#/jobs/worker.ts";
import { OutboxId } from "@inlet/contract/ids.ts";
import { deliver } from "#/mail/sending/deliver.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import type { NewOutgoing } from "#/store/outbox/commands.ts";
import { openDatabase } from "#/store/engine/database.ts";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { nextJobAt } from "#/store/jobs/queries.ts";
import { noTokens } from "#/testing/factories/no-tokens.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

export interface SendingOrder {
  url: string;
  timeouts: DeliverContext["timeouts"];
  holdMs: number;
}

/** Run as a child process: sends the messages that it receives, and those of an earlier process. */
process.once("message", (order: SendingOrder) => {
  void send(order);
});

async function send({ url, timeouts, holdMs }: SendingOrder): Promise<void> {
  const database = await openDatabase({ url });
  const log = createLog("silent");
  const parts: { jobs?: JobWorker } = {};
  const execute = createCommandBus(database, {
    clock,
    onCommit: ({ changes, jobs }) => {
      if (jobs) parts.jobs?.notify();
      if (changes.length > 0) process.send?.("changed");
    },
  });
  const mail: DeliverContext = {
    database,
    execute,
    clock,
    log,
    blobs: createBlobs({ dir: "/nowhere", capBytes: 0 }),
    egress: createEgress({ allowedPrivateHosts: ["127.0.0.1"] }),
    box: createSecretBox(new Uint8Array(32)),
    tokens: noTokens,
    // Without a mailbox the sender cannot search Sent to resolve an unknown SMTP result.
    lend: async () => {
      throw new WireError("unreachable");
    },
    lookAround: () => undefined,
    ...(timeouts === undefined ? {} : { timeouts }),
  };
  parts.jobs = new JobWorker({
    execute,
    clock,
    log,
    holdMs,
    handlers: {
      "send-outbox": ({ user_id: userId, subject_id: id }) =>
        deliver(mail, { userId, outboxId: OutboxId.parse(id) }),
    },
    nextAt: (kinds) => nextJobAt(database.reader, kinds),
  });
  process.on("message", (message: NewOutgoing) => void execute("outbox.queue", message));
  parts.jobs.notify();
  process.send?.("ready");
}
