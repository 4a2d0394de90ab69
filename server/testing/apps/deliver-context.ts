import { createLog } from "#/base/log.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import { createEgress } from "#/egress/egress.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { noTokens } from "#/testing/factories/no-tokens.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

/** Returns a context for `deliver`: servers on loopback, no files, and this connection for the Sent folder. */
export function deliverContext(
  parts: Pick<DeliverContext, "database" | "execute" | "clock">,
  {
    box,
    connection,
  }: { box: SecretBox; connection: Partial<Record<keyof ImapConnection, unknown>> },
): DeliverContext {
  return {
    ...parts,
    log: createLog("silent"),
    blobs: createBlobs({ dir: "/nowhere", capBytes: 0 }),
    egress: createEgress({ allowedPrivateHosts: ["127.0.0.1"] }),
    box,
    tokens: noTokens,
    // Safe: the search in Sent and the append to it use only this part of a connection.
    lend: (_id, work) => work(connection as unknown as ImapConnection),
    lookAround: () => undefined,
  };
}
