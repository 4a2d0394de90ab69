import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { briefFromOf, changeConnection, connect } from "#/integrations/core/connections.ts";
import { usualAlerts } from "#/integrations/core/alerts.ts";
import {
  consentUrl,
  exchangeCode,
  type Channel,
  type Installed,
  type SlackSettings,
} from "./slack-api.ts";
import { SlackRefusal } from "./slack-refusal.ts";
import { apiOf, linkWith, type SlackContext, type WorkspaceConfig } from "./workspace.ts";

/** The user who links: a flow that was begun in one session is finished there. */
export interface Asker {
  userId: UserId;
  sessionId: string;
}

/** State that is stored during the OAuth flow with Slack. */
const Begun = z.object({ kind: z.literal("slack"), redirectUri: z.string() });

/** Prefix by which the callback page, which all providers share, recognizes a response from Slack. */
const statePrefix = "slack.";
const consentLastsMs = 10 * 60_000;
const directName = "Direct messages";

/** Returns the URL of Slack's consent page. Throws slack.not_configured. */
export async function beginLink(
  core: SlackContext,
  asker: Asker,
  redirectUri: string,
): Promise<string> {
  const settings = settingsOf(core);
  const state = statePrefix + randomBytes(32).toString("base64url");
  const id = hashOf(state);
  const begun: z.infer<typeof Begun> = { kind: "slack", redirectUri };
  await core.execute("oauthFlow.begin", {
    id,
    user_id: asker.userId,
    session_id: asker.sessionId,
    secret: core.box.encrypt(JSON.stringify(begun), flowPlace(asker.userId, id)),
    expires_at: core.clock.now() + consentLastsMs,
  });
  return consentUrl(settings, { state, redirectUri });
}

/** Links the workspace after consent; returns its id at Slack. Throws the codes of finishSlack. */
export async function finishLink(core: SlackContext, asker: Asker, query: string): Promise<string> {
  const settings = settingsOf(core);
  const params = new URLSearchParams(query);
  const begun = await takeBegun(core, asker, params.get("state") ?? "");
  if (params.has("error")) throw new Failure("slack.denied");
  const code = params.get("code") ?? "";
  const installed = await exchangeCode(core, settings, { code, ...begun }).catch(
    (cause: unknown) => {
      throw cause instanceof SlackRefusal ? new Failure("slack.failed", { cause }) : cause;
    },
  );
  await keep(core, asker.userId, installed);
  return installed.teamId;
}

/** Returns the channels in which this user can have mail posted. Throws the codes of listSlackChannels. */
export async function channelsOf(
  core: SlackContext,
  userId: UserId,
  teamId: string,
): Promise<Channel[]> {
  const { connection, config } = await linkOf(core, userId, teamId);
  const api = await apiOf(core, connection);
  return trackedOutcome(core, connection, () => api.channels(config.userId));
}

/** Stores the user's choices: the channel for mail, and the delivery of the brief. Throws the codes of placeSlack. */
export async function choosePlace(
  core: SlackContext,
  userId: UserId,
  {
    teamId,
    channelId,
    hasBrief,
  }: { teamId: string; channelId?: string | null | undefined; hasBrief?: boolean | undefined },
): Promise<void> {
  const { row, connection, config } = await linkOf(core, userId, teamId);
  const api = await apiOf(core, connection);
  const place =
    channelId === undefined
      ? config.place
      : await trackedOutcome(core, connection, () => placeOf(api, config, channelId));
  const chosen: WorkspaceConfig = { ...config, place };
  const briefFrom = briefFromOf(core, row, hasBrief);
  // Without a channel nothing is queued.
  const events = place === null ? ([] as const) : (["message.received"] as const);
  await changeConnection(core, connection, { config: chosen, events, briefFrom });
  if (row.state === "failed") {
    // Waiting deliveries go to the new channel.
    await core.execute("integration.change", {
      userId,
      id: row.id,
      set: { state: "active", reason: "" },
    });
  }
}

/** Returns the Slack settings of the host. Throws slack.not_configured if the host did not register Inlet. */
function settingsOf({ slack }: SlackContext): SlackSettings {
  if (slack === null) throw new Failure("slack.not_configured");
  return slack;
}

async function linkOf(core: SlackContext, userId: UserId, teamId: string) {
  const link = await linkWith(core, userId, teamId);
  if (link === null) throw new Failure("slack.not_connected");
  settingsOf(core);
  if (link.row.state === "revoked") throw new Failure("slack.revoked");
  return link;
}

async function placeOf(
  api: Awaited<ReturnType<typeof apiOf>>,
  { userId }: WorkspaceConfig,
  channelId: string | null,
): Promise<WorkspaceConfig["place"]> {
  if (channelId === null) return null;
  if (channelId === "") {
    return { id: await api.directMessages(userId), name: directName, isDirect: true };
  }
  // Only a channel that was offered: a user who knows the id of one need not be in it.
  const channel = (await api.channels(userId)).find(({ id }) => id === channelId);
  if (!channel) throw new Failure("slack.no_channel");
  return { id: channel.id, name: channel.name, isDirect: false };
}

async function keep(core: SlackContext, userId: UserId, installed: Installed): Promise<void> {
  const { teamId, teamName, token, botUserId, scopes } = installed;
  const before = await linkWith(core, userId, teamId);
  const isSame = before?.config.userId === installed.userId;
  const place = isSame ? before.config.place : null;
  const config: WorkspaceConfig = { teamName, botUserId, userId: installed.userId, scopes, place };
  const id = await connect(core, userId, {
    kind: "slack",
    name: teamName || teamId,
    externalId: teamId,
    secret: token,
    config,
    events: [],
    alerts: usualAlerts,
  });
  // A user who returns with another Slack account has not chosen a channel yet.
  if (before !== null && place === null)
    await changeConnection(core, { userId, id }, { events: [] });
  // The job of the brief ended when Slack revoked the link.
  if (before !== null)
    await changeConnection(core, { userId, id }, { briefFrom: isSame ? before.row.brief_from : 0 });
}

/** Returns the flow that this user began in this session with this state, once. Throws slack.bad_state. */
async function takeBegun(
  core: SlackContext,
  { userId, sessionId }: Asker,
  state: string,
): Promise<z.infer<typeof Begun>> {
  const id = hashOf(state);
  const isOurs = state.startsWith(statePrefix);
  const row = isOurs ? await core.execute("oauthFlow.take", { id, userId, sessionId }) : null;
  if (row === null) throw new Failure("slack.bad_state");
  return Begun.parse(JSON.parse(core.box.open(row.secret, flowPlace(userId, id))));
}

/** Turns Slack's refusals into failures, and records a revocation. */
async function trackedOutcome<Result>(
  core: SlackContext,
  { userId, id }: { userId: UserId; id: Parameters<typeof changeConnection>[1]["id"] },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await asFailure(work);
  } catch (error) {
    if (error instanceof Failure && error.code === "slack.revoked") {
      const reason = error.message;
      await core.execute("integration.change", { userId, id, set: { state: "revoked", reason } });
    }
    throw error;
  }
}

async function asFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SlackRefusal)) throw cause;
    const isOver = cause.refused.kind === "revoked" || cause.refused.kind === "scope";
    throw new Failure(isOver ? "slack.revoked" : "slack.failed", { cause });
  }
}

function flowPlace(userId: UserId, rowId: string) {
  return { table: "oauth_flows", userId, rowId, field: "secret" };
}

function hashOf(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}
