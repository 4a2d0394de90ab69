import type { Block, KnownBlock, View, WebClient } from "@slack/web-api";
import { z } from "zod";
import type { Egress } from "#/egress/egress.ts";
import { fetchThrough } from "#/integrations/core/fetch-through.ts";
import { attemptMs } from "#/integrations/core/adapter.ts";
import { SlackRefusal, toRefusal } from "./slack-refusal.ts";

/** Credentials by Slack for the host's app. */
export interface SlackSettings {
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  /** Address of Slack's Web API. */
  apiUrl: string;
}

/** Result of a user's consent. */
export interface Installed {
  token: string;
  teamId: string;
  teamName: string;
  botUserId: string;
  /** The Slack user who consented. */
  userId: string;
  scopes: string[];
}

/** Target of messages: a channel, or "" for the user's own direct messages. */
export interface Channel {
  id: string;
  name: string;
  isPrivate: boolean;
}

export interface Written {
  text: string;
  blocks: (KnownBlock | Block)[];
}

interface Posting {
  threadTs?: string;
  /** Invisible; the post is found again by it. */
  mark?: string;
}

/** Location of a message. */
interface Posted {
  channel: string;
  ts: string;
}

/**
 * Permissions that Inlet requests: to post to the chosen channel, to list the channels, and to check for a post whose response
 * was lost in a channel that it was added to.
 */
const scopes = [
  "chat:write",
  "chat:write.public",
  "channels:read",
  "groups:read",
  "im:write",
  "channels:history",
  "groups:history",
  "im:history",
];
/** Marks a post as a delivery of Inlet. */
const markType = "inlet_delivery";

/** Slack's API for one workspace. Every call throws SlackRefusal. */
export interface SlackApi {
  /** Checks that the token is still valid. */
  test: () => Promise<void>;
  revoke: () => Promise<void>;
  /**
   * Returns the channels where this user can have mail posted: public ones, and private ones with both the user and the app.
   */
  channels: (userId: string) => Promise<Channel[]>;
  /** Returns the conversation of the app with this user only. */
  directMessages: (userId: string) => Promise<string>;
  post: (channel: string, written: Written, how?: Posting) => Promise<Posted>;
  /** Returns true if the channel holds a post with this mark, since the given time; null if the app may not look. */
  isPosted: (channel: string, mark: string, sinceMs: number) => Promise<boolean | null>;
  update: (posted: Posted, written: Written) => Promise<void>;
  /** Shows a text to this user only. */
  whisper: (channel: string, userId: string, text: string) => Promise<void>;
  open: (triggerId: string, view: View) => Promise<void>;
}

/** The longest response is a page of channels. */
const maxBytes = 4 * 1024 * 1024;
/** Workspaces have more; a user who needs one beyond names it by its id. */
const maxChannels = 2000;

/** Posts the text of a message unchanged: nothing in it is looked up, previewed, linked or mentioned. */
const asItIs = {
  mrkdwn: false,
  parse: "none",
  link_names: false,
  unfurl_links: false,
  unfurl_media: false,
} as const;

type Context = { egress: Pick<Egress, "follow"> };

/** Returns Slack's API for the app that this token was issued to. */
export async function slackApi(
  { egress }: Context,
  settings: Pick<SlackSettings, "apiUrl">,
  token: string,
): Promise<SlackApi> {
  const client = await clientOf({ egress }, settings, token);
  const refusingCall = <Result>(call: () => Promise<Result>) =>
    call().catch((error: unknown) => {
      throw toRefusal(error);
    });
  return {
    test: () => refusingCall(async () => void (await client.auth.test())),
    revoke: () => refusingCall(async () => void (await client.auth.revoke())),
    channels: (userId) => refusingCall(() => channelsOf(client, userId)),
    directMessages: (userId) =>
      refusingCall(async () =>
        z.string().parse((await client.conversations.open({ users: userId })).channel?.id),
      ),
    post: (channel, written, { threadTs, mark } = {}) =>
      refusingCall(async () => {
        const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
        const metadata = { event_type: markType, event_payload: { id: mark ?? "" } };
        const answer = await client.chat.postMessage({
          channel,
          ...written,
          ...asItIs,
          ...thread,
          ...(mark !== undefined && { metadata }),
        });
        return Posted.parse(answer);
      }),
    isPosted: (channel, mark, sinceMs) =>
      refusingCall(() => isPosted(client, { channel, mark, sinceMs })).catch((error: unknown) => {
        const isClosed =
          error instanceof SlackRefusal && ["scope", "channel"].includes(error.refused.kind);
        if (isClosed) return null;
        throw error;
      }),
    update: ({ channel, ts }, written) =>
      refusingCall(
        async () =>
          void (await client.chat.update({
            channel,
            ts,
            ...written,
            parse: "none",
            link_names: false,
          })),
      ),
    whisper: (channel, user, text) =>
      refusingCall(
        async () =>
          void (await client.chat.postEphemeral({
            channel,
            user,
            text,
            parse: "none",
            link_names: false,
          })),
      ),
    open: (triggerId, view) =>
      refusingCall(async () => void (await client.views.open({ trigger_id: triggerId, view }))),
  };
}

const History = z.object({
  has_more: z.boolean().default(false),
  messages: z.array(
    z.object({
      metadata: z
        .object({ event_type: z.string(), event_payload: z.object({ id: z.string().optional() }) })
        .optional()
        .catch(undefined),
    }),
  ),
});
/** Number of messages on one page of a channel's history. */
const historyLength = 200;

async function isPosted(
  client: WebClient,
  { channel, mark, sinceMs }: { channel: string; mark: string; sinceMs: number },
): Promise<boolean | null> {
  // Slack's clock may be slow.
  const oldest = String(Math.max(Math.floor(sinceMs / 1000) - 60, 0));
  const answer = await client.conversations.history({
    channel,
    oldest,
    limit: historyLength,
    include_all_metadata: true,
  });
  const { messages, has_more: hasMore } = History.parse(answer);
  const isThere = messages.some(
    ({ metadata }) => metadata?.event_type === markType && metadata.event_payload.id === mark,
  );
  // It may be on another page.
  return isThere || !hasMore ? isThere : null;
}

const Posted = z.object({ channel: z.string(), ts: z.string() });

const Access = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(""),
  bot_user_id: z.string().default(""),
  team: z.object({ id: z.string().min(1), name: z.string().default("") }),
  authed_user: z.object({ id: z.string().min(1) }),
});

/** Returns the URL of Slack's consent page. */
export function consentUrl(
  settings: SlackSettings,
  asked: { state: string; redirectUri: string },
): string {
  // The API is at /api/ of the same host.
  const url = new URL("../oauth/v2/authorize", settings.apiUrl);
  url.searchParams.set("client_id", settings.clientId);
  url.searchParams.set("scope", scopes.join(","));
  url.searchParams.set("redirect_uri", asked.redirectUri);
  url.searchParams.set("state", asked.state);
  return url.href;
}

/** Exchanges the code of a consent for a token. Throws SlackRefusal. */
export async function exchangeCode(
  context: Context,
  settings: SlackSettings,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<Installed> {
  const client = await clientOf(context, settings);
  try {
    const answer = await client.oauth.v2.access({
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      code,
      redirect_uri: redirectUri,
    });
    const read = Access.parse(answer);
    return {
      token: read.access_token,
      teamId: read.team.id,
      teamName: read.team.name,
      botUserId: read.bot_user_id,
      userId: read.authed_user.id,
      scopes: read.scope.split(","),
    };
  } catch (error) {
    throw error instanceof z.ZodError
      ? new SlackRefusal({ kind: "refused", error: "unreadable_answer" }, { cause: error })
      : toRefusal(error);
  }
}

const quiet = () => undefined;

/** Creates Slack's own client, without its retries: the job knows better when to try again. */
async function clientOf(
  { egress }: Context,
  { apiUrl }: Pick<SlackSettings, "apiUrl">,
  token?: string,
): Promise<WebClient> {
  // Loaded on demand, because hosts without Slack do not need it.
  const { LogLevel, WebClient: Client } = await import("@slack/web-api");
  return new Client(token, {
    slackApiUrl: apiUrl,
    fetch: fetchThrough(egress, { maxBytes, timeoutMs: attemptMs }),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    // The client would log requests, which must not be in the log.
    logger: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: quiet,
      setLevel: quiet,
      setName: quiet,
      getLevel: () => LogLevel.ERROR,
    },
  });
}

async function channelsOf(client: WebClient, userId: string): Promise<Channel[]> {
  const open = await allPages((cursor) =>
    client.conversations.list({ types: "public_channel", exclude_archived: true, ...cursor }),
  );
  // The app may be in private channels of other users, whose names this user must not see.
  const closed = await allPages((cursor) =>
    client.users.conversations({
      user: userId,
      types: "private_channel",
      exclude_archived: true,
      ...cursor,
    }),
  );
  const found = [
    ...open.map((one) => ({ ...one, isPrivate: false })),
    ...closed.map((one) => ({ ...one, isPrivate: true })),
  ];
  return found.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

interface Page {
  channels?: { id?: string; name?: string }[];
  response_metadata?: { next_cursor?: string };
}

async function allPages(
  ask: (page: { limit: number; cursor?: string }) => Promise<Page>,
): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  let cursor = "";
  do {
    const page = await ask({ limit: 200, ...(cursor !== "" && { cursor }) });
    for (const { id, name = id } of page.channels ?? []) {
      if (id !== undefined && name !== undefined) found.push({ id, name });
    }
    cursor = page.response_metadata?.next_cursor ?? "";
  } while (cursor !== "" && found.length < maxChannels);
  return found;
}
