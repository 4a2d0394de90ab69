import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import {
  aiHints,
  type AiModel,
  aiVariables,
  isWebAddress,
  readAiModel,
} from "./config/ai-model.ts";
import { isAddressRange, isHostOrRange } from "./config/address-range.ts";
import {
  backupHints,
  type BackupSettings,
  backupVariables,
  readBackups,
} from "./config/backups.ts";
import {
  type OwnProvider,
  ownProviderHints,
  ownProviderVariables,
  readOwnProvider,
} from "./config/own-provider.ts";
import { type MailSettings, readMailbox, readMailUrl } from "./config/host-mail.ts";
import {
  landingHints,
  type LandingSettings,
  landingVariables,
  readLanding,
} from "./config/landing.ts";
import { operationHints, operationVariables } from "./config/operation.ts";
import { readS3, s3Hints, type S3Settings, s3Variables } from "./config/s3.ts";
import { readSlack, type SlackApp, slackHints, slackVariables } from "./config/slack.ts";
import { readSaving, savingHints, type SavingSettings, savingVariables } from "./config/saving.ts";
import { quotaHints, quotaVariables, readQuotas } from "./config/quotas.ts";
import { readTelegram, telegramHints, telegramVariables } from "./config/telegram.ts";

type Registration = "open" | "invite" | "closed";

/** The OAuth client that a provider registered for this installation, and its issuer. */
interface OauthClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** A `postgres://` URL; null means SQLite in the data folder. */
  databaseUrl: string | null;
  /** Parts that this process runs: pages and API clients, mail servers and jobs, or both. */
  role: "all" | "web" | "engine";
  /** The origin under which users reach the server, if it differs from the one on which the server listens. */
  publicUrl: string | null;
  allowedPrivateHosts: string[];
  registration: Registration;
  /** True if the environment sets the registration mode, which administrators then cannot change. */
  isRegistrationFixed: boolean;
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: string[];
  /** The secret key of 32 bytes; null means the key file in the data folder. */
  secretKey: Buffer | null;
  /** OAuth providers at which users can connect mailboxes. */
  oauth: { google?: OauthClient; microsoft?: OauthClient };
  /** The operator's OpenID provider, only for signing in to Inlet, or null. */
  oidc: OwnProvider | null;
  /** Null: the host sends no mail. */
  mail: MailSettings | null;
  /** Slack's settings for the host's app, all of them; null: Inlet is not registered there. */
  slack: SlackApp | null;
  /** The operator's Telegram bot, or null. */
  telegram: ReturnType<typeof readTelegram>;
  /** Addresses of Notion and Trello. */
  saving: SavingSettings;
  backups: BackupSettings;
  ai: {
    /** The operator's model, which every user may enable. With null, all results are computed on this server. */
    model: AiModel | null;
    /** True if users may configure their own models. */
    allowsOwn: boolean;
  };
  /** Limits per user. */
  quotas: ReturnType<typeof readQuotas>;
  landing: LandingSettings;
  /** Token for reading metrics; null: only this machine may read them. */
  metricsToken: string | null;
  /** Time between reporting "not ready" on shutdown and refusing calls. */
  drainMs: number;
  /** Storage that several processes share; null: files are in the data folder. */
  s3: S3Settings | null;
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
}

/** Lists all mistakes in the environment, one per line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const issuers = {
  google: "https://accounts.google.com",
  microsoft: "https://login.microsoftonline.com/common/v2.0",
};

const list = z.string().transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ""));

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65535)
    .default(3000),
  HOST: z
    .string()
    .refine((host) => host === "localhost" || isIP(host) !== 0)
    .default("127.0.0.1"),
  INLET_DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/)
    .optional(),
  INLET_ROLE: z.enum(["all", "web", "engine"]).default("all"),
  INLET_PUBLIC_URL: z.string().refine(isOrigin).optional(),
  INLET_ALLOWED_PRIVATE_HOSTS: list.refine((entries) => entries.every(isHostOrRange)).default([]),
  INLET_REGISTRATION: z.enum(["open", "invite", "closed"]).optional(),
  INLET_TRUST_PROXY: list.refine((entries) => entries.every(isAddressRange)).default([]),
  INLET_SECRET_KEY: z
    .string()
    .transform(readKey)
    .refine((key) => key !== null)
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.string().refine(isWebAddress).default(issuers.google),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_ISSUER: z.string().refine(isWebAddress).default(issuers.microsoft),
  ...ownProviderVariables,
  INLET_MAIL_URL: z
    .string()
    .transform(readMailUrl)
    .refine((server) => server !== null)
    .optional(),
  INLET_MAIL_FROM: z
    .string()
    .transform(readMailbox)
    .refine((mailbox) => mailbox !== null)
    .optional(),
  ...telegramVariables,
  ...slackVariables,
  ...savingVariables,
  ...quotaVariables,
  ...backupVariables,
  ...aiVariables,
  ...operationVariables,
  ...s3Variables,
  ...landingVariables,
  INLET_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("warn"),
});

/** Hint for each variable whose value is invalid. */
const hints: Record<keyof z.input<typeof variables>, string> = {
  PORT: "Use a number from 0 to 65535, as in PORT=3000.",
  HOST: "Use an IP address of this machine or localhost, as in HOST=0.0.0.0.",
  INLET_DATA_DIR: "Use a folder, as in INLET_DATA_DIR=/var/lib/inlet.",
  DATABASE_URL:
    "Use the URL of a PostgreSQL database, as in postgres://user:password@host:5432/inlet; without it Inlet uses SQLite.",
  INLET_ROLE: "Use web, engine or all.",
  INLET_PUBLIC_URL: "Use only scheme and host, as in INLET_PUBLIC_URL=https://mail.example.org.",
  INLET_ALLOWED_PRIVATE_HOSTS:
    "List hosts or CIDRs with commas, as in INLET_ALLOWED_PRIVATE_HOSTS=192.168.1.0/24,mail.lan.",
  INLET_REGISTRATION: "Use open, invite or closed.",
  INLET_TRUST_PROXY:
    "List addresses or CIDRs of your proxies with commas, as in INLET_TRUST_PROXY=10.0.0.0/8.",
  INLET_SECRET_KEY:
    "Use 32 random bytes in base64 or hex, as `openssl rand -base64 32` prints them.",
  GOOGLE_CLIENT_ID: "Use the client id that Google's console shows.",
  GOOGLE_CLIENT_SECRET: "Use the client secret that Google's console shows.",
  GOOGLE_ISSUER: `Use a web address, or leave it out for ${issuers.google}.`,
  MICROSOFT_CLIENT_ID: "Use the application id that Microsoft Entra shows.",
  MICROSOFT_CLIENT_SECRET: "Use the client secret that Microsoft Entra shows.",
  MICROSOFT_ISSUER: `Use a web address, or leave it out for ${issuers.microsoft}.`,
  ...ownProviderHints,
  INLET_MAIL_URL:
    "Use the address of an SMTP server, as in smtps://user:password@smtp.example.org or smtp://user:password@smtp.example.org:587.",
  INLET_MAIL_FROM: "Use an address, as in INLET_MAIL_FROM=Inlet <inlet@example.org>.",
  ...telegramHints,
  ...slackHints,
  ...savingHints,
  ...quotaHints,
  ...backupHints,
  ...aiHints,
  ...operationHints,
  ...s3Hints,
  ...landingHints,
  INLET_LOG_LEVEL: "Use trace, debug, info, warn, error or silent.",
};

/** Names of all variables that Inlet reads. */
export const settingNames: readonly string[] = Object.keys(hints);

/** Reads the environment; throws one ConfigError that names everything wrong with it, with hints. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  // Compose files and shells set an empty variable to mean an unset one.
  const given = Object.fromEntries(
    Object.keys(hints).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) throw new ConfigError(explain(parsed.error));
  const read = parsed.data;
  const alone = whyAlone(read);
  if (alone !== null) throw new ConfigError(alone);
  const mail = mailOf(read.INLET_MAIL_URL, read.INLET_MAIL_FROM);
  if (mail !== null && read.INLET_PUBLIC_URL === undefined && !isLoopback(read.HOST)) {
    throw new ConfigError(
      "INLET_MAIL_URL is set without INLET_PUBLIC_URL. Emails contain links to this server: set its address, as in INLET_PUBLIC_URL=https://mail.example.org.",
    );
  }
  const own = readOwnProvider(read);
  if ("mistake" in own) throw new ConfigError(own.mistake);
  const ai = readAiModel(read);
  if ("mistake" in ai) throw new ConfigError(ai.mistake);
  const s3 = readS3(read);
  if ("mistake" in s3) throw new ConfigError(s3.mistake);
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: path.resolve(read.INLET_DATA_DIR),
    databaseUrl: read.DATABASE_URL ?? null,
    role: read.INLET_ROLE,
    publicUrl: read.INLET_PUBLIC_URL?.replace(/\/$/, "") ?? null,
    allowedPrivateHosts: read.INLET_ALLOWED_PRIVATE_HOSTS,
    registration: read.INLET_REGISTRATION ?? (isLoopback(read.HOST) ? "open" : "invite"),
    isRegistrationFixed: read.INLET_REGISTRATION !== undefined,
    trustProxy: read.INLET_TRUST_PROXY,
    secretKey: read.INLET_SECRET_KEY ?? null,
    oauth: {
      ...oauthClient(
        "google",
        read.GOOGLE_ISSUER,
        read.GOOGLE_CLIENT_ID,
        read.GOOGLE_CLIENT_SECRET,
      ),
      ...oauthClient(
        "microsoft",
        read.MICROSOFT_ISSUER,
        read.MICROSOFT_CLIENT_ID,
        read.MICROSOFT_CLIENT_SECRET,
      ),
    },
    oidc: own.provider,
    mail,
    telegram: readTelegram(read),
    slack: readSlack(read),
    saving: readSaving(read),
    quotas: readQuotas(read),
    backups: readBackups(read),
    ai: {
      model: ai.model,
      allowsOwn: (read.INLET_AI_USER_KEYS ?? (isLoopback(read.HOST) ? "on" : "off")) === "on",
    },
    landing: readLanding(read),
    metricsToken: read.INLET_METRICS_TOKEN ?? null,
    drainMs: read.INLET_DRAIN_SECONDS * 1000,
    s3: s3.store,
    logLevel: read.INLET_LOG_LEVEL,
  };
}

/** Returns the reason why the process cannot run with its role; null if it can. */
function whyAlone(read: z.output<typeof variables>): string | null {
  if (read.INLET_ROLE === "all") return null;
  if (read.DATABASE_URL === undefined) {
    return `INLET_ROLE=${read.INLET_ROLE} needs PostgreSQL: set DATABASE_URL, or leave INLET_ROLE out for one process with SQLite.`;
  }
  if (read.INLET_SECRET_KEY === undefined) {
    return `INLET_ROLE=${read.INLET_ROLE} needs INLET_SECRET_KEY, the same in every process.`;
  }
  return null;
}

/** Returns the OAuth client, or undefined unless both its id and its secret are set. */
function oauthClient(
  provider: "google" | "microsoft",
  issuer: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
): Config["oauth"] {
  if (clientId === undefined || clientSecret === undefined) return {};
  return { [provider]: { issuer, clientId, clientSecret } };
}

/** Both settings are required together: the server alone does not determine the sender. */
function mailOf(
  server: Omit<MailSettings, "from"> | null | undefined,
  from: MailSettings["from"] | null | undefined,
): MailSettings | null {
  if (server && from) return { ...server, from };
  if (!server && !from) return null;
  const [given, missing] = server ? mailVariables : mailVariables.toReversed();
  throw new ConfigError(`${given} is set without ${missing}. Sending email needs both.`);
}

const mailVariables = ["INLET_MAIL_URL", "INLET_MAIL_FROM"];

function explain(error: z.ZodError): string {
  const names = new Set(error.issues.map((issue) => String(issue.path[0])));
  return Object.entries(hints)
    .filter(([name]) => names.has(name))
    .map(([name, hint]) => `${name} is not valid. ${hint}`)
    .join("\n");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(text);
}

function readKey(text: string): Buffer | null {
  const key = /^[0-9a-fA-F]{64}$/.test(text)
    ? Buffer.from(text, "hex")
    : Buffer.from(text, "base64");
  return key.length === 32 ? key : null;
}
