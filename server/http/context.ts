import type { Backups } from "#/administration/backups.ts";
import type { AiContext } from "#/ai/context.ts";
import type { ModelContext } from "#/ai/model/settings.ts";
import type { Auth } from "#/auth/types.ts";
import type { IntegrationManager } from "#/integrations/core/manage.ts";
import type { IntegrationAdapter } from "#/integrations/core/adapter.ts";
import type { NotionSettings } from "#/integrations/notion/adapter.ts";
import type { SlackMailActions } from "#/integrations/slack/receive-interaction.ts";
import type { SlackSettings } from "#/integrations/slack/slack-api.ts";
import type { TelegramSettings } from "#/integrations/telegram/client.ts";
import type { TrelloSettings } from "#/integrations/trello/adapter.ts";
import type { EngineClient } from "#/mail/engine-client.ts";
import type { MailOwners } from "#/mail/accounts/owners.ts";
import type { SignInContext } from "#/mail/accounts/oauth-sign-in.ts";
import type { Hub } from "#/realtime/hub.ts";

export interface WebMail extends SignInContext {
  /** Origin under which users reach the server. */
  publicUrl: string;
}

interface IntegrationParts {
  manager: IntegrationManager;
  adapters: readonly IntegrationAdapter[];
  /** Integrations that the host has set up; null if it has not. */
  settings: {
    telegram: TelegramSettings | null;
    slack: SlackSettings | null;
    saving: { notion: NotionSettings; trello: TrelloSettings };
  };
  /** Actions on mail that users have in Slack. */
  slackActions: SlackMailActions;
}

interface LandingParts {
  /** `owner/name` on GitHub; "" if the host configures none. */
  repository: string;
  /** Returns the number of stars; null while it is unknown. */
  stars: () => Promise<number | null>;
  /** Page where visitors request a demo instead of the built-in form; null for none. */
  demoUrl: string | null;
}

/** Parts for the administrators' view of this installation. */
interface AdminParts {
  folders: { blobs: string; backups: string };
  backups: Backups;
}

/**
 * All parts that the routes call. Functions of the features take the caller's id first after their context, return only that
 * user's data, and throw `Failure` with a code that the endpoint lists. Objects of other users give the same failure as missing
 * ones.
 */
export interface AppContext {
  auth: Auth;
  live: Hub;
  mail: WebMail;
  engine: EngineClient;
  owners: MailOwners;
  ai: AiContext;
  models: ModelContext;
  /** True if the host can send mail itself. */
  canSendMail: boolean;
  integrations: IntegrationParts;
  landing: LandingParts;
  admin: AdminParts;
  /** Returns true if the database and the engine respond. */
  isReady: () => Promise<boolean>;
}
