import { createHash } from "node:crypto";
import { IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { connectionOf, connectionsByExternal } from "#/integrations/core/connections.ts";
import { describeMessage } from "#/integrations/core/read-message.ts";
import { MessageId } from "@inlet/contract/ids.ts";
import { act, type ActContext, actAfter, type Answered, type MailActions } from "./mail-actions.ts";
import { textsFor } from "#/texts/texts.ts";
import { readInteraction } from "./read-interaction.ts";
import { mailOf, outcomeOf } from "./adapter.ts";
import { isSigned, type SignedRequest } from "./signature.ts";
import type { SlackApi } from "./slack-api.ts";
import { SlackRefusal } from "./slack-refusal.ts";
import { apiOf, type SlackContext, WorkspaceConfig } from "./workspace.ts";
import { whisperAt } from "./ephemeral-reply.ts";
import type { About } from "./write-mail.ts";

/** Actions on mail in the rest of the product; the adapter reads mail itself. */
export type SlackMailActions = Omit<MailActions, "read">;

/** The response to Slack, and the work after it. Null: the request was not by Slack. */
export type Reception = { body: object | null; after: () => Promise<void> } | null;

/** Handles a button or form that a user submitted in Slack. */
export async function receiveInteraction(
  core: SlackContext,
  harmfulActions: SlackMailActions,
  request: SignedRequest,
): Promise<Reception> {
  if (!isOfSlack(core, request)) return null;
  const asked = readInteraction(request.body);
  if (asked === null) return nothing;
  const context: ActContext = {
    log: core.log,
    publicUrl: core.publicUrl,
    mail: { ...harmfulActions, read: (about) => readMail(core, about) },
    textsOf: ({ userId }) => textsFor(core.database.reader, UserId.parse(userId)),
    apiOf: (about, by) => ownApi(core, about, by),
    whisper: (answerUrl, text) => whisperAt(core, answerUrl, text),
    claim: ({ userId }, id) =>
      core.execute("press.claim", { userId: UserId.parse(userId), id: hashOf(id) }),
  };
  const answered = await act(context, asked);
  return received(context, answered);
}

/** Handles an event in a workspace. Slack reports it up to four times; each time only the actual state is recorded. */
export async function receiveEvent(core: SlackContext, request: SignedRequest): Promise<Reception> {
  if (!isOfSlack(core, request)) return null;
  const read = Event.safeParse(jsonOf(request.body));
  if (!read.success) return nothing;
  if (read.data.type === "url_verification") {
    return { ...nothing, body: { challenge: read.data.challenge } };
  }
  const { team_id: teamId, event } = read.data;
  const after = () =>
    gone.has(event.type) ? lookAfterTeam(core, teamId) : lookAfterChannel(core, teamId, event);
  return received(core, { body: null, after });
}

const nothing = { body: null, after: async () => undefined };

const Event = z.discriminatedUnion("type", [
  z.object({ type: z.literal("url_verification"), challenge: z.string().max(500) }),
  z.object({
    type: z.literal("event_callback"),
    team_id: z.string(),
    event: z.object({ type: z.string(), channel: z.unknown().optional() }),
  }),
]);
type TeamEvent = Extract<z.infer<typeof Event>, { type: "event_callback" }>["event"];

const gone = new Set(["app_uninstalled", "tokens_revoked"]);
const closed = new Set([
  "channel_archive",
  "channel_deleted",
  "channel_left",
  "group_archive",
  "group_deleted",
  "group_left",
]);

/**
 * Checks a workspace after Slack reports that the app was removed. The report may be old, so the current state is requested.
 */
async function lookAfterTeam(core: SlackContext, teamId: string): Promise<void> {
  for (const connection of await connectionsByExternal(core, "slack", teamId)) {
    try {
      await (await apiOf(core, connection)).test();
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error;
      const outcome = outcomeOf(error);
      if (outcome.result !== "gone") continue;
      const { userId, id } = connection;
      await core.execute("integration.change", {
        userId,
        id,
        set: { state: "revoked", reason: outcome.answer },
      });
    }
  }
}

async function lookAfterChannel(
  core: SlackContext,
  teamId: string,
  { type, channel }: TeamEvent,
): Promise<void> {
  if (!closed.has(type) || typeof channel !== "string") return;
  const reason = "The channel was archived or Inlet was removed from it. Choose another one.";
  for (const { userId, id, config } of await connectionsByExternal(core, "slack", teamId)) {
    if (WorkspaceConfig.parse(config).place?.id !== channel) continue;
    await core.execute("integration.change", { userId, id, set: { state: "failed", reason } });
  }
}

function isOfSlack({ slack, clock }: SlackContext, request: SignedRequest): boolean {
  return slack !== null && isSigned(slack.signingSecret, request, clock.now());
}

/** Returns Slack's API for the link that a button is about, if the user who pressed it owns the link. */
async function ownApi(
  core: SlackContext,
  about: About,
  by: { teamId: string; userId: string },
): Promise<SlackApi | null> {
  const ids = z.object({ userId: UserId, linkId: IntegrationId }).safeParse(about);
  if (!ids.success) return null;
  try {
    const connection = await connectionOf(core, ids.data.userId, ids.data.linkId);
    const { userId } = WorkspaceConfig.parse(connection.config);
    if (connection.kind !== "slack" || connection.externalId !== by.teamId) return null;
    return userId === by.userId ? await apiOf(core, connection) : null;
  } catch (error) {
    if (error instanceof Failure && error.code === "integration.not_found") return null;
    throw error;
  }
}

async function readMail(core: SlackContext, { userId, messageId }: About) {
  const id = MessageId.safeParse(messageId);
  if (!id.success) return null;
  const loaded = await describeMessage(core, UserId.parse(userId), id.data);
  return loaded && mailOf(loaded);
}

function received(context: Pick<ActContext, "log">, answered: Answered): Reception {
  return { body: answered.body, after: () => actAfter(context, answered) };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}
