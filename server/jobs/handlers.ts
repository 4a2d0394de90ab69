import { AccountId, DraftId, ImportId, MessageId, OutboxId } from "@inlet/contract/ids.ts";
import { composeBrief } from "#/ai/brief/compose-brief.ts";
import { learnClassification } from "#/ai/classify/learn-sorting.ts";
import { classifyArrived, classifyWaiting } from "#/ai/classify/classification.ts";
import { deliverHostMail, type HostMailPost } from "#/host-mail/deliver-host-mail.ts";
import { createHostMail } from "#/host-mail/host-mail.ts";
import { briefToIntegration } from "./brief-to-integration.ts";
import { remindAtHour } from "./return-follow-ups.ts";
import { runRules } from "./run-rules.ts";
import {
  deliverToIntegration,
  syncIntegration,
  notifyIntegrationsOf,
} from "./publish-to-integrations.ts";
import { prepareAnswers, prepareArrived } from "#/ai/follow-ups/prepare-answers.ts";
import { summarizeArrived } from "#/ai/summaries/summarize-arrived.ts";
import { leaveToken } from "#/base/unsubscribe-token.ts";
import type { Signer } from "#/base/signed-url.ts";
import { recordBounces } from "#/mail/sending/bounces.ts";
import { deliver } from "#/mail/sending/deliver.ts";
import { draftToServer } from "#/mail/drafts/push-draft.ts";
import type { IntegrationAdapter } from "#/integrations/core/adapter.ts";
import type { AccountSupervisor } from "#/mail/sync/account-supervisor.ts";
import { fileBlocked } from "#/mail/filing/blocked-senders.ts";
import { importMail } from "#/mail/transfer/run-import.ts";
import {
  type ComposeBrief,
  dailyBrief,
  pushBrief,
  readPushBrief,
} from "#/mail/notify/daily-brief.ts";
import { decideNotifications, notifyOfArrival } from "#/mail/notify/decide-notifications.ts";
import { pushDue } from "#/mail/notify/push.ts";
import { pushChanges } from "#/mail/push/push-changes.ts";
import { undoOfJob } from "#/store/undo/commands.ts";
import type { Aside, JobHandler } from "./worker.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

/**
 * Kinds of jobs without a waiting user, by priority. Corrections are learned before waiting messages are classified; the user's
 * other actions are learned after it.
 */
export const backgroundJobs: readonly string[] = [
  "learn-sorting",
  "sort-mail",
  "learn-from-use",
  "prepare-answers",
];

/**
 * Kinds of jobs that wait for servers of the user's choice, which may be slow, even on purpose. In separate slots, an outage of
 * one provider delays neither new accounts nor the mail of other providers.
 */
export const asideJobs: readonly Aside[] = [
  {
    kinds: ["deliver-integration", "brief-to-integration", "sync-contacts"],
    batchSize: 8,
    ofOne: 2,
  },
  { kinds: ["send-outbox"], batchSize: 32, ofOne: 4 },
  { kinds: ["tell-server", "draft-to-server"], batchSize: 32, ofOne: 4 },
];

/** Returns the handler of each kind of job. The commands of the store queue the jobs. */
export function jobHandlers(
  mail: DeliverContext,
  supervisor: AccountSupervisor,
  host: {
    mail: HostMailPost;
    publicUrl: string;
    signer: Signer;
    adapters?: readonly IntegrationAdapter[];
    /** Aborted when the server stops: jobs do not wait for remote servers then. */
    stopping?: AbortSignal;
  },
): Readonly<Record<string, JobHandler>> {
  const notifying = { ...mail, publicUrl: host.publicUrl };
  const compose: ComposeBrief = (userId, period) => composeBrief(mail, userId, period);
  return {
    "watch-account": ({ user_id: userId, subject_id: id }) =>
      supervisor.watch({ userId, accountId: AccountId.parse(id) }),
    "message-arrived": async ({ user_id: userId, subject_id: subject }) => {
      const [id, at = mail.clock.now()] = subject.split("/");
      const message = { userId, messageId: MessageId.parse(id) };
      await recordBounces(mail, message);
      await fileBlocked(mail, message);
      // Before rules, which may use the classification, and before notifications: some want important messages only.
      await classifyArrived(mail, message);
      await runRules(mail, message);
      await notifyOfArrival(mail, { ...message, at: Number(at) });
      await summarizeArrived(mail, message);
      // Summarizes first: chats show the summary.
      await notifyIntegrationsOf(mail, message);
      await prepareArrived(mail, message);
    },
    "tell-server": ({ user_id: userId, subject_id: id }) =>
      pushChanges(mail, { userId, accountId: AccountId.parse(id) }),
    "bulk-change": ({ user_id: userId, subject_id: id }) =>
      mail.execute("bulk.continue", { userId, id }),
    "undo-change": ({ user_id: userId, subject_id: id }) =>
      mail.execute("undo.continue", { userId, undoId: undoOfJob(id) }),
    "return-snoozed": ({ user_id: userId }) => mail.execute("snoozed.return", { userId }),
    "import-mail": ({ user_id: userId, subject_id: id }) =>
      importMail(mail, { userId, importId: ImportId.parse(id) }),
    "send-host-mail": ({ subject_id: id, attempts }) =>
      deliverHostMail(host.mail, { id, attempts }),
    notify: ({ user_id: userId }) => decideNotifications(mail, userId),
    // The subject names the user too: the browser may have belonged to another user before.
    push: ({ user_id: userId, subject_id: id, attempts }) =>
      pushDue(notifying, { userId, subscriptionId: id.slice(id.indexOf("/") + 1), attempts }),
    "brief-to-integration": briefToIntegration(mail),
    "deliver-integration": deliverToIntegration(notifying, host.adapters ?? [], host.stopping),
    "sync-contacts": syncIntegration(notifying, host.adapters ?? [], host.stopping),
    "daily-summary": ({ user_id: userId }) =>
      dailyBrief(
        notifying,
        {
          post: {
            ...createHostMail(host.mail, host.mail.settings),
            leaveToken: (id) => leaveToken(host.signer, id),
          },
          compose,
        },
        userId,
      ),
    "push-brief": ({ user_id: userId, subject_id: subject, attempts }) =>
      pushBrief(notifying, compose, { userId, ...readPushBrief(subject), attempts }),
    "sort-mail": async ({ user_id: userId, subject_id: id }) => {
      await classifyWaiting(mail, { userId, accountId: AccountId.parse(id) });
      // For messages that did not arrive live, classification is what first shows which ones need a reply.
      await mail.execute("answers.await", { userId });
    },
    "return-follow-ups": ({ user_id: userId }) => remindAtHour(mail, userId),
    "remind-of-reply": ({ user_id: userId, subject_id: id }) =>
      mail.execute("followUps.remind", { userId, id: OutboxId.parse(id) }),
    "prepare-answers": ({ user_id: userId }) => prepareAnswers(mail, userId),
    "learn-sorting": ({ user_id: userId }) => learnClassification(mail, userId),
    "learn-from-use": ({ user_id: userId }) => learnClassification(mail, userId),
    "send-outbox": ({ user_id: userId, subject_id: id }) =>
      deliver(mail, { userId, outboxId: OutboxId.parse(id) }),
    // The subject names the user too: the page chose the draft's id.
    "draft-to-server": ({ user_id: userId, subject_id: id }) =>
      draftToServer(mail, { userId, draftId: DraftId.parse(id.slice(id.indexOf("/") + 1)) }),
  };
}
