import { createLog } from "#/base/log.ts";
import { createSealedBox } from "#/base/sealed-box.ts";
import type { Services } from "#/http/services.ts";
import { webServices } from "#/roles/web-services.ts";
import { createBlobs } from "#/store/blobs.ts";
import type { RealParts } from "#/testing/real-app.ts";
import { egressTo } from "#/testing/web-egress.ts";

/** Everything that has to do with mail as the server has it, but without a mail server in reach. */
export function mailServices(parts: RealParts, blobsDir: string): Services {
  const { database, door, clock, auth, live } = parts;
  const mail = {
    database,
    door,
    clock,
    log: createLog("silent"),
    blobs: createBlobs({ dir: blobsDir, capBytes: 1024 ** 2 }),
    egress: egressTo("nowhere.example"),
    box: createSealedBox(Buffer.alloc(32, 1)),
  };
  return webServices({ mail, auth, live, engine: { syncNow: async () => "done" } });
}
