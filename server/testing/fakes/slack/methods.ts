import { randomBytes } from "node:crypto";
import { z } from "zod";
import { Blocks, View } from "./check-blocks.ts";

export interface SlackChannel {
  id: string;
  name: string;
  isPrivate: boolean;
  isArchived: boolean;
  /** True if the bot is a member. */
  isMember: boolean;
  /** Ids of its members. */
  people: string[];
}

export interface SlackMessage {
  team: string;
  channel: string;
  ts: string;
  text: string;
  blocks: Blocks;
  threadTs: string | null;
  /** The only user who sees it. */
  onlyTo: string | null;
  edits: number;
  /** The request's arguments. */
  asked: Readonly<Record<string, string>>;
}

export interface SlackTeam {
  id: string;
  name: string;
  channels: SlackChannel[];
}

export interface SlackToken {
  token: string;
  team: SlackTeam;
  botUser: string;
  scopes: string[];
  isRevoked: boolean;
}

export interface OpenView {
  id: string;
  team: string;
  user: string;
  view: View;
}

/** State of the Slack server. */
export interface SlackState {
  teams: SlackTeam[];
  tokens: SlackToken[];
  messages: SlackMessage[];
  views: OpenView[];
  /** Trigger ids that can still open a view, with their users. */
  triggers: Map<string, { team: string; user: string }>;
  /** Microseconds since 1970 of the last timestamp. */
  lastTs: number;
  nextTs: () => string;
}

export type Answer = { ok: true; [name: string]: unknown } | { ok: false; error: string };
type Args = Readonly<Record<string, string>>;
type Method = (state: SlackState, token: SlackToken, args: Args) => Answer;

const refuse = (error: string, more: object = {}): Answer => ({ ok: false, error, ...more });

/** Web API methods that need a token, with the scope that each needs. */
export const methods: Readonly<Record<string, { scope: string | null; run: Method }>> = {
  "auth.test": {
    scope: null,
    run: (_state, { team, botUser }) => ({
      ok: true,
      url: "https://team.slack.example/",
      team: team.name,
      team_id: team.id,
      user: "inlet",
      user_id: botUser,
      bot_id: "B0INLET",
    }),
  },
  "auth.revoke": {
    scope: null,
    run: (_state, token) => {
      token.isRevoked = true;
      return { ok: true, revoked: true };
    },
  },
  "conversations.list": { scope: "channels:read", run: listChannels },
  "users.conversations": { scope: "groups:read", run: listChannels },
  "conversations.open": {
    scope: "im:write",
    run: (_state, { team }, { users = "" }) =>
      users === ""
        ? refuse("users_not_found")
        : { ok: true, channel: { id: directOf(team, users) } },
  },
  "conversations.history": { scope: null, run: history },
  "chat.postMessage": {
    scope: "chat:write",
    run: (state, token, args) => post(state, token, args),
  },
  "chat.postEphemeral": {
    scope: "chat:write",
    run: (state, token, args) => {
      const answer = post(state, token, args, args["user"] ?? "");
      return answer.ok ? { ok: true, message_ts: answer["ts"] } : answer;
    },
  },
  "chat.update": { scope: "chat:write", run: update },
  "views.open": { scope: null, run: openView },
};

function listChannels(_state: SlackState, { team }: SlackToken, args: Args): Answer {
  const types = (args["types"] ?? "public_channel").split(",");
  const size = Math.min(Number(args["limit"] ?? "100"), 200);
  const from = Number(Buffer.from(args["cursor"] ?? "", "base64").toString() || "0");
  const all = team.channels.filter(
    ({ isPrivate, isArchived, isMember, people }) =>
      (args["user"] === undefined || people.includes(args["user"])) &&
      types.includes(isPrivate ? "private_channel" : "public_channel") &&
      (!isPrivate || isMember) &&
      !(isArchived && args["exclude_archived"] === "true"),
  );
  const more = from + size < all.length;
  return {
    ok: true,
    channels: all.slice(from, from + size).map(({ id, name, isPrivate, isArchived, isMember }) => ({
      id,
      name,
      is_channel: true,
      is_private: isPrivate,
      is_archived: isArchived,
      is_member: isMember,
    })),
    response_metadata: {
      next_cursor: more ? Buffer.from(String(from + size)).toString("base64") : "",
    },
  };
}

/** Returns the messages that the app may read: in channels that it was added to, under the scope of their kind. */
function history({ messages }: SlackState, token: SlackToken, args: Args): Answer {
  const found = placeOf(token, args["channel"] ?? "");
  if ("error" in found) return refuse(found.error);
  const channel = token.team.channels.find(({ id }) => id === found.id);
  const kind = channel ? (channel.isPrivate ? "groups" : "channels") : "im";
  if (!token.scopes.includes(`${kind}:history`)) return refuse("missing_scope");
  if (channel && !channel.isMember) return refuse("not_in_channel");
  const posted = messages.filter(
    ({ team, channel: at, threadTs, onlyTo, ts }) =>
      team === token.team.id &&
      at === found.id &&
      threadTs === null &&
      onlyTo === null &&
      Number(ts) >= Number(args["oldest"] ?? "0"),
  );
  const limit = Number(args["limit"] ?? "100");
  return {
    ok: true,
    messages: posted
      .toReversed()
      .slice(0, limit)
      .map(({ ts, text, asked }) => ({
        type: "message",
        ts,
        text,
        ...(args["include_all_metadata"] === "true" &&
          asked["metadata"] && { metadata: JSON.parse(asked["metadata"]) as unknown }),
      })),
    has_more: posted.length > limit,
  };
}

function post(
  state: SlackState,
  token: SlackToken,
  args: Args,
  onlyTo: string | null = null,
): Answer {
  const found = placeOf(token, args["channel"] ?? "");
  if ("error" in found) return refuse(found.error);
  const blocks = Blocks.safeParse(JSON.parse(args["blocks"] ?? "[]"));
  if (!blocks.success) return refuse("invalid_blocks");
  const text = args["text"] ?? "";
  if (text === "" && blocks.data.length === 0) return refuse("no_text");
  if (text.length > 40_000) return refuse("msg_too_long");
  const message: SlackMessage = {
    team: token.team.id,
    channel: found.id,
    ts: state.nextTs(),
    text,
    blocks: blocks.data,
    threadTs: args["thread_ts"] ?? null,
    onlyTo,
    edits: 0,
    asked: args,
  };
  state.messages.push(message);
  return { ok: true, channel: message.channel, ts: message.ts, message: { text, ts: message.ts } };
}

function update(state: SlackState, token: SlackToken, args: Args): Answer {
  const found = placeOf(token, args["channel"] ?? "");
  if ("error" in found) return refuse(found.error);
  const message = state.messages.find(
    ({ team, channel, ts }) => team === token.team.id && channel === found.id && ts === args["ts"],
  );
  if (!message) return refuse("message_not_found");
  const blocks = Blocks.safeParse(JSON.parse(args["blocks"] ?? "[]"));
  if (!blocks.success) return refuse("invalid_blocks");
  Object.assign(message, {
    text: args["text"] ?? "",
    blocks: blocks.data,
    edits: message.edits + 1,
  });
  return { ok: true, channel: message.channel, ts: message.ts, text: message.text };
}

function openView(state: SlackState, token: SlackToken, args: Args): Answer {
  const trigger = state.triggers.get(args["trigger_id"] ?? "");
  if (!trigger || trigger.team !== token.team.id) return refuse("invalid_trigger_id");
  state.triggers.delete(args["trigger_id"] ?? "");
  const view = View.safeParse(JSON.parse(args["view"] ?? "{}"));
  if (!view.success) return refuse("invalid_arguments");
  const open = {
    id: `V${randomBytes(5).toString("hex").toUpperCase()}`,
    ...trigger,
    view: view.data,
  };
  state.views.push(open);
  return { ok: true, view: { id: open.id, ...view.data } };
}

/** Returns a message's destination; a user id leads to direct messages. */
function placeOf(
  { team, scopes }: SlackToken,
  channel: string,
): { id: string } | { error: string } {
  if (channel.startsWith("D")) return { id: channel };
  if (channel.startsWith("U")) return { id: directOf(team, channel) };
  const found = team.channels.find(({ id }) => id === channel);
  if (!found || (found.isPrivate && !found.isMember)) return { error: "channel_not_found" };
  if (found.isArchived) return { error: "is_archived" };
  if (!found.isMember && !scopes.includes("chat:write.public")) return { error: "not_in_channel" };
  return { id: found.id };
}

function directOf({ id }: SlackTeam, user: string): string {
  return `D${id.slice(1)}${user.slice(1)}`;
}

const Exchange = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  redirect_uri: z.string().default(""),
});

/** A code from a user's consent. */
export interface Grant {
  code: string;
  redirectUri: string;
  teamId: string;
  user: string;
  scopes: string[];
  isUsed: boolean;
}

/** `oauth.v2.access`: exchanges a code for a token, once. */
export function exchange(
  state: SlackState,
  app: { clientId: string; clientSecret: string },
  grants: readonly Grant[],
  args: Args,
): Answer {
  const asked = Exchange.safeParse(args);
  if (!asked.success) return refuse("invalid_arguments");
  if (asked.data.client_id !== app.clientId) return refuse("invalid_client_id");
  if (asked.data.client_secret !== app.clientSecret) return refuse("bad_client_secret");
  const grant = grants.find(({ code }) => code === asked.data.code);
  if (!grant) return refuse("invalid_code");
  if (grant.isUsed) return refuse("code_already_used");
  if (grant.redirectUri !== asked.data.redirect_uri) return refuse("bad_redirect_uri");
  const team = state.teams.find(({ id }) => id === grant.teamId);
  if (!team) return refuse("invalid_team_for_non_distributed_app");
  grant.isUsed = true;
  // A workspace's bot has one token, for any consenting user.
  const known = state.tokens.find((one) => one.team.id === team.id && !one.isRevoked);
  const token: SlackToken = known ?? {
    token: `xoxb-${randomBytes(18).toString("hex")}`,
    team,
    botUser: "U0INLETBOT",
    scopes: grant.scopes,
    isRevoked: false,
  };
  if (!known) state.tokens.push(token);
  return {
    ok: true,
    app_id: "A0INLET",
    authed_user: { id: grant.user },
    scope: grant.scopes.join(","),
    token_type: "bot",
    access_token: token.token,
    bot_user_id: token.botUser,
    team: { id: team.id, name: team.name },
    enterprise: null,
    is_enterprise_install: false,
  };
}
