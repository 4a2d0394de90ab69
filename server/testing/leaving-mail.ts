import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/sealed-box.ts";
import { createAccessTokens } from "#/mail/access-tokens.ts";
import type { LeavingContext } from "#/mail/remove-person.ts";
import { createBlobs } from "#/store/blobs.ts";
import { egressTo } from "#/testing/web-egress.ts";
import { createAuthorities } from "#/wire/oauth/authority.ts";
import type { RealParts } from "#/testing/real-parts.ts";

/** Returns the engine's context for deleting users. */
export function leavingMail(
  { database, execute, clock }: Pick<RealParts, "database" | "execute" | "clock">,
  blobsDir: string,
): LeavingContext {
  const egress = egressTo("nowhere.example");
  const box = createSecretBox(Buffer.alloc(32, 1));
  const authorities = createAuthorities(egress, {});
  return {
    database,
    execute,
    clock,
    egress,
    box,
    authorities,
    log: createLog("silent"),
    disconnectAll: async () => undefined,
    blobs: createBlobs({ dir: blobsDir, capBytes: 1024 ** 2 }),
    tokens: createAccessTokens({ database, execute, box, clock }, authorities),
  };
}
