import type { Config } from "#/config.ts";
import type { DataFolder } from "#/processes/setup/data-folder.ts";
import { databaseUrlOf } from "#/processes/setup/database-url.ts";
import type { EngineOptions } from "./engine-link.ts";
import { quotasOf } from "#/processes/setup/quota-settings.ts";

/** Returns the options of the engine's thread, from those of the process. */
export function engineOptions(
  config: Config,
  folder: DataFolder,
  { version, publicUrl }: { version: string; publicUrl: string },
): EngineOptions {
  return {
    databaseUrl: databaseUrlOf(config, folder),
    dataDir: folder.blobs,
    auditAnchors: folder.auditAnchors,
    s3: config.s3,
    allowedPrivateHosts: config.allowedPrivateHosts,
    masterKey: folder.secretKey,
    oauth: config.oauth,
    hostMail: config.mail,
    ai: config.ai,
    quotas: quotasOf(config),
    integrations: config,
    backups: {
      dir: config.backups.dir ?? folder.backups,
      hour: config.backups.hour,
      version,
    },
    publicUrl,
    logLevel: config.logLevel,
  };
}
