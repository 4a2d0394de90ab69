import { join } from "node:path";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createEgress } from "#/egress/egress.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import { openDatabase } from "#/store/engine/database.ts";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { noTokens } from "#/testing/factories/no-tokens.ts";
import { connectImap, type ImapConnection } from "#/wire/imap/connection.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

/** Opens the dependencies of writing drafts, over one database file and one connection to a mailbox on loopback. */
export async function openDraftWriter(options: {
  dir: string;
  login: ImapLogin;
}): Promise<DeliverContext & AsyncDisposable> {
  const { dir, login } = options;
  const database = await openDatabase({ url: join(dir, "inlet.db") });
  const clock = { now: () => Date.now() };
  const log = createLog("silent");
  const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
  let connection: ImapConnection | undefined;
  return {
    database,
    execute: createCommandBus(database, { clock, onCommit: () => {} }),
    blobs: createBlobs({ dir: join(dir, "blobs"), capBytes: 2 ** 30 }),
    egress,
    box: createSecretBox(new Uint8Array(32)),
    clock,
    log,
    async lend(_accountId, work) {
      connection ??= await connectImap(egress, login, { log, timeoutMs: 20_000 });
      return work(connection);
    },
    lookAround: () => {},
    tokens: noTokens,
    async [Symbol.asyncDispose]() {
      await connection?.close();
      await database.close();
    },
  };
}
