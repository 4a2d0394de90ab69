import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createAccessTokens } from "#/mail/accounts/access-tokens.ts";
import type { LeavingContext } from "#/mail/accounts/remove-user-data.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import { egressTo } from "#/testing/fakes/web-egress.ts";
import { createAuthorities } from "#/wire/oauth/authority.ts";
import type { RealParts } from "#/testing/apps/real-parts.ts";

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
