import { describeEvent } from "#/integrations/core/describe-event.ts";
import { opened } from "#/integrations/core/connections.ts";
import type { DescribedMessage } from "#/integrations/core/read-message.ts";
import {
  type Connection,
  type IntegrationEvent,
  mayHaveArrived,
  type Outcome,
  type ReadBrief,
  type IntegrationAdapter,
} from "#/integrations/core/adapter.ts";
import { integrationsByExternal } from "#/store/integrations/queries.ts";
import { textsFor } from "#/texts/texts.ts";
import type { Written } from "./slack-api.ts";
import { SlackRefusal } from "./slack-refusal.ts";
import { apiOf, type SlackContext, WorkspaceConfig } from "./workspace.ts";
import { writeBrief } from "./write-brief.ts";
import { type SlackMail, writeMail } from "./write-mail.ts";
import { escaped, plain } from "./escape-text.ts";

/** Creates the adapter that posts mail in Slack workspaces. */
export function slackAdapter(core: SlackContext, readBrief: ReadBrief): IntegrationAdapter {
  /** Events queued before this may have been posted by a process whose writes are lost, as after restoring a backup. */
  const startedAt = core.clock.now();

  async function post(
    connection: Connection,
    written: Written,
    event?: IntegrationEvent,
  ): Promise<Outcome> {
    const { place } = WorkspaceConfig.parse(connection.config);
    if (place === null) return { result: "skipped", answer: "No channel is chosen." };
    try {
      const api = await apiOf(core, connection);
      const answer = `Posted in ${place.name}.`;
      // The response to an earlier attempt may have been lost. If Slack does not allow a check, twice is better than never,
      // unless the attempt was interrupted: it nearly always succeeded.
      const mayStand = event && (event.isRetry || event.wasCutOff || event.queuedAt < startedAt);
      if (mayStand) {
        const isPosted = await api.isPosted(place.id, event.mark, event.queuedAt);
        if (isPosted === true) return { result: "delivered", answer };
        if (isPosted === null && event.wasCutOff) return mayHaveArrived;
      }
      await api.post(place.id, written, event && { mark: event.mark });
      return { result: "delivered", answer };
    } catch (error) {
      if (error instanceof SlackRefusal) return outcomeOf(error);
      throw error;
    }
  }

  async function wordsOf(connection: Connection, event: IntegrationEvent): Promise<Written | null> {
    const { userId } = connection;
    const texts = await textsFor(core.database.reader, userId);
    const { day } = event.about;
    if (day !== undefined) {
      const brief = await readBrief(userId, day);
      return brief && writeBrief(brief, core.publicUrl, texts);
    }
    const described = await describeEvent(core, userId, event);
    if (described?.kind !== "message.received") return null;
    const about = { userId, linkId: connection.id, messageId: described.message.emailId };
    return writeMail(mailOf(described.message), about, { publicUrl: core.publicUrl, texts });
  }

  return {
    kind: "slack",
    isSetUp: core.slack !== null,
    deliversBriefs: true,
    async deliver(connection, event) {
      const written = await wordsOf(connection, event);
      if (written === null) return { result: "skipped", answer: "No longer available." };
      return post(connection, written, event);
    },
    async test(connection) {
      const text = (await textsFor(core.database.reader, connection.userId)).slack.test;
      const outcome = await post(connection, {
        text: escaped(text),
        blocks: [{ type: "section", text: plain(text) }],
      });
      return outcome.result === "skipped"
        ? { ...outcome, answer: "Choose a channel first." }
        : outcome;
    },
    describe({ config }) {
      const { place } = WorkspaceConfig.parse(config);
      if (place === null) return "";
      return place.isDirect ? place.name : `#${place.name}`;
    },
    async revoke(connection) {
      if (await isShared(core, connection)) return;
      await (await apiOf(core, connection)).revoke();
    },
  };
}

/** Returns a message in the form for Slack. */
export function mailOf(message: DescribedMessage): SlackMail {
  return {
    messageId: message.emailId,
    fromName: message.from.name,
    fromAddress: message.from.address,
    account: message.account,
    subject: message.subject,
    summary: message.summary || message.preview,
    category: message.category,
    priority: message.priority,
  };
}

/** Returns the outcome, with a sentence for the user. */
export function outcomeOf({ refused }: SlackRefusal): Outcome {
  switch (refused.kind) {
    case "revoked":
      return {
        result: "gone",
        answer: "Inlet lost access to Slack. Reconnect the workspace.",
      };
    case "scope":
      return {
        result: "gone",
        answer: "Inlet is no longer allowed to post there. Reconnect the workspace.",
      };
    case "channel":
      // The user may choose another channel soon, and queued messages are posted there.
      return {
        result: "later",
        answer: "Inlet can no longer post in this channel. Choose another one.",
      };
    case "busy":
      return {
        result: "later",
        answer: refused.waitMs > 0 ? "Rate limited by Slack." : "Slack could not be reached.",
        ...(refused.waitMs > 0 && { waitMs: refused.waitMs }),
      };
    case "refused":
      return { result: "refused", answer: `Slack rejected the message (${refused.error}).` };
  }
}

/** Returns true if another link uses the same token. The bot of a workspace has one: revoked, it is lost to them too. */
async function isShared(
  core: SlackContext,
  { id, userId, externalId, secret }: Connection,
): Promise<boolean> {
  const rows = await integrationsByExternal(core.database.reader, "slack", externalId);
  return rows.some(
    (row) =>
      !(row.id === id && row.user_id === userId) &&
      row.state !== "revoked" &&
      opened(core, row).secret === secret,
  );
}
