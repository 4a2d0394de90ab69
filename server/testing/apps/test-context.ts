import path from "node:path";
import type { ModelPort } from "#/ai/model/port.ts";
import type { ModelContext } from "#/ai/model/settings.ts";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import type { Config } from "#/config.ts";
import type { Egress } from "#/egress/egress.ts";
import type { AppContext } from "#/http/context.ts";
import { createAccessTokens } from "#/mail/accounts/access-tokens.ts";
import type { SignInContext } from "#/mail/accounts/oauth-sign-in.ts";
import type { IntegrationSettings } from "#/processes/setup/integration-adapters.ts";
import { modelContext } from "#/processes/setup/model-context.ts";
import { readsHere } from "#/processes/workers/named-reads.ts";
import { webContext } from "#/processes/web-server/web-context.ts";
import { type Blobs, createBlobs } from "#/store/blobs/blobs.ts";
import type { QuotaSettings } from "#/store/users/quotas.ts";
import { nowhereToSave } from "#/testing/factories/no-save-targets.ts";
import type { RealParts } from "#/testing/apps/real-parts.ts";
import { egressTo } from "#/testing/fakes/web-egress.ts";
import { createAuthorities, type OauthSettings } from "#/wire/oauth/authority.ts";

/** An engine client without accounts. */
const anonymous = {
  syncNow: async () => "done" as const,
  live: async () => undefined,
  compare: async () => false,
  ping: async (): Promise<unknown> => undefined,
};

/** Returns the context of the routes, as the server assembles it; by default no other server is reachable. */
export function testContext(
  parts: RealParts,
  blobsDir: string,
  options: {
    egress?: Egress;
    /** Replaces parts of the blob store, which uses that folder. */
    blobs?: Partial<Blobs>;
    oauth?: OauthSettings;
    landing?: Partial<Config["landing"]>;
    canSendMail?: boolean;
    models?: Partial<ModelContext>;
    model?: ModelPort;
    integrations?: Partial<IntegrationSettings>;
    quotas?: QuotaSettings;
    ping?: () => Promise<unknown>;
    /** Replaces parts of the mail context. */
    mail?: Partial<SignInContext>;
  } = {},
): AppContext {
  const { database, execute, clock, auth, live } = parts;
  const egress = options.egress ?? egressTo("nowhere.example");
  const box = createSecretBox(Buffer.alloc(32, 1));
  const authorities = createAuthorities(egress, options.oauth ?? {});
  const mail = {
    database,
    execute,
    clock,
    log: createLog("silent"),
    blobs: { ...createBlobs({ dir: blobsDir, capBytes: 1024 ** 2 }), ...options.blobs },
    egress,
    box,
    authorities,
    tokens: createAccessTokens({ database, execute, box, clock }, authorities),
    publicUrl: "https://inlet.example",
    ...(options.quotas && { quotas: options.quotas }),
    ...options.mail,
  };
  const landing = {
    isShown: true,
    hasFigures: true,
    starRepository: "",
    starApiUrl: "http://nowhere.example",
    demoUrl: null,
    ...options.landing,
  };
  return webContext({
    mail,
    auth,
    live,
    engine: { ...anonymous, ...(options.ping && { ping: options.ping }) },
    integrations: { telegram: null, slack: null, saving: nowhereToSave, ...options.integrations },
    canSendMail: options.canSendMail ?? false,
    models: {
      ...modelContext({ ...mail, allowedPrivateHosts: [] }, { model: null, allowsOwn: true }),
      ...options.models,
    },
    reads: readsHere(mail),
    ...(options.model && { model: options.model }),
    landing,
    folders: { blobs: blobsDir, backups: path.join(blobsDir, "backups") },
    version: "0.0.0",
  });
}
