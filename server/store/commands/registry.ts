import { addSignedInAccount, saveTokens } from "#/store/accounts/token-commands.ts";
import { addAccount, recordFull, removeAccount, setAccountState } from "../accounts/commands.ts";
import { continueBulk, startBulk } from "#/store/undo/bulk-commands.ts";
import { changeAccount } from "#/store/accounts/change-account.ts";
import { pruneChanges } from "#/store/changes/commands.ts";
import type { again, Command } from "./command.ts";
import {
  adoptDraft,
  recordDraftCopy,
  pruneDrafts,
  removeDraft,
  saveDraft,
} from "#/store/drafts/commands.ts";
import { addChatTurn, clearChat } from "#/store/ai/chat-commands.ts";
import { addDemoRequest } from "#/store/administration/demo-request-commands.ts";
import { rereadMessages } from "#/store/messages/reparse-messages.ts";
import { saveToIntegration } from "#/store/integrations/save-message.ts";
import {
  applyRuleOnce,
  recordRuleUndone,
  pruneJournal,
  removeRule,
  saveRule,
} from "#/store/rules/commands.ts";
import { blockSender, unblockSender } from "#/store/users/blocked-sender-commands.ts";
import { recordBriefSeen, announceBrief } from "#/store/ai/brief-commands.ts";
import { queueHostMail, removeHostMail } from "#/store/outbox/host-mail-commands.ts";
import {
  addImport,
  cancelImport,
  endImport,
  recordImport,
} from "#/store/accounts/import-commands.ts";
import {
  beginDelivery,
  pruneDeliveries,
  replayDelivery,
  settleDelivery,
  queueEvents,
} from "#/store/integrations/delivery-commands.ts";
import {
  changeIntegration,
  removeIntegration,
  saveIntegration,
} from "#/store/integrations/commands.ts";
import { answerInvitation } from "#/store/calendar/commands.ts";
import { storeEventTime, moveEvent } from "#/store/calendar/move-event.ts";
import { removeIdentity, saveIdentity } from "#/store/accounts/identity-commands.ts";
import { countTraffic, setSyncDepth } from "#/store/accounts/sync-commands.ts";
import { administrationCommands } from "#/store/administration/commands.ts";
import { approveOutbox, expireApprovals } from "#/store/outbox/approval-commands.ts";
import { attachLocations } from "#/store/locations/attach-locations.ts";
import {
  excludeFolder,
  newEpoch,
  saveEmptyFolders,
  saveFolderProgress,
} from "#/store/folders/progress-commands.ts";
import { saveFolders } from "#/store/folders/commands.ts";
import { returnFollowUps, notifyOfReminder } from "#/store/follow-ups/return-follow-ups.ts";
import {
  awaitAnswers,
  chooseFollowUp,
  dropPreparedAnswer,
  storePreparedAnswer,
  saveFollowUpSettings,
} from "#/store/follow-ups/commands.ts";
import { finishJob, freeJobs, holdJobs, postponeJob, takeJobs } from "#/store/jobs/commands.ts";
import { setLocationFlags, vanishLocations } from "#/store/locations/commands.ts";
import { removeLabel, saveLabel } from "#/store/labels/commands.ts";
import { recordAudit, pruneAuditDetails } from "#/store/audit/commands.ts";
import { beginModelCall, endModelCall, saveModelSettings } from "#/store/ai/model-commands.ts";
import {
  addSubscription,
  dropSubscription,
  storeServerKey,
  recordPresence,
  queueNotification,
  settleNotifications,
  settlePush,
} from "#/store/notifications/commands.ts";
import { beginOauthFlow, takeOauthFlow } from "#/store/accounts/oauth-flow-commands.ts";
import { queueMail } from "#/store/outbox/queue-message.ts";
import { addBounces } from "#/store/outbox/bounce-commands.ts";
import {
  cancelOutbox,
  recordSentCopy,
  refuseSentCopy,
  queueOutbox,
  rescheduleOutbox,
  resolveOutbox,
  settleOutbox,
  startSending,
} from "#/store/outbox/commands.ts";
import { postponePending, takePending } from "#/store/pending/commands.ts";
import { giveBackQuota, useQuota } from "#/store/users/quota-commands.ts";
import { savePreferences } from "#/store/users/preference-commands.ts";
import { storeSummary } from "#/store/ai/summary-commands.ts";
import { changeProfile, removeAvatar, saveAvatar } from "#/store/users/profile-commands.ts";
import { markMessages } from "#/store/messages/mark-messages.ts";
import { purgeWords } from "#/store/search/purge-index.ts";
import { removeUser } from "#/store/users/remove-user.ts";
import { addressBookCommands } from "./contact-commands.ts";
import { removeSavedSearch, saveSearch } from "#/store/search/saved-search-commands.ts";
import { removeTemplate, saveTemplate } from "#/store/drafts/template-commands.ts";
import {
  folderCreated,
  losePending,
  recordUidNext,
  settlePending,
} from "#/store/pending/settle-operations.ts";
import { beat, giveLeases, revokeLease, takeShare } from "#/store/leases/commands.ts";
import { dropLease, takeLease } from "#/store/leases/named-leases.ts";
import { claimInteraction } from "#/store/integrations/slack-interactions.ts";
import { returnSnoozed } from "#/store/messages/return-snoozed.ts";
import {
  forgetTraining,
  callToClassify,
  saveTrainingExamples,
  saveSenderClassification,
  saveClassifications,
  classifyAgain,
} from "#/store/classification/commands.ts";
import { saveClassificationPreferences } from "#/store/classification/settings-commands.ts";
import { renewStatistics } from "#/store/engine/refresh-statistics.ts";
import { sweepMessages } from "#/store/messages/delete-orphans.ts";
import { ingestMessages } from "#/store/messages/ingest-messages.ts";
import { continueUndo, sweepUndo, undoChange } from "#/store/undo/commands.ts";
import {
  addUpload,
  cleanUploads,
  growUpload,
  removeUpload,
} from "#/store/blobs/upload-commands.ts";
import { createUser } from "#/store/users/commands.ts";
import { distrustSender, trustSender } from "#/store/users/trusted-sender-commands.ts";
import { signInCommands } from "./sign-in-commands.ts";
import { changeNamed } from "../messages/change-messages.ts";

/** All commands by name. */
export const commands = {
  ...signInCommands,
  ...administrationCommands,
  "user.create": createUser,
  "user.changeProfile": changeProfile,
  "avatar.save": saveAvatar,
  "avatar.remove": removeAvatar,
  "user.remove": removeUser,
  "words.purge": purgeWords,
  "statistics.renew": renewStatistics,
  "messages.mark": markMessages,
  "messages.reread": rereadMessages,
  "account.add": addAccount,
  "account.addSignedIn": addSignedInAccount,
  "account.change": changeAccount,
  "account.remove": removeAccount,
  "account.state": setAccountState,
  "account.full": recordFull,
  "account.syncDepth": setSyncDepth,
  "account.traffic": countTraffic,
  "tokens.save": saveTokens,
  "oauthFlow.begin": beginOauthFlow,
  "oauthFlow.take": takeOauthFlow,
  "folders.save": saveFolders,
  "folder.progress": saveFolderProgress,
  "folders.empty": saveEmptyFolders,
  "folder.newEpoch": newEpoch,
  "folder.exclude": excludeFolder,
  "messages.takeIn": ingestMessages,
  "messages.sweep": sweepMessages,
  "locations.attach": attachLocations,
  "locations.flags": setLocationFlags,
  "locations.vanish": vanishLocations,
  "messages.change": changeNamed,
  "bulk.start": startBulk,
  "bulk.continue": continueBulk,
  "undo.run": undoChange,
  "undo.continue": continueUndo,
  "undo.sweep": sweepUndo,
  "snoozed.return": returnSnoozed,
  "label.save": saveLabel,
  "label.remove": removeLabel,
  "pending.take": takePending,
  "pending.later": postponePending,
  "pending.settle": settlePending,
  "pending.lost": losePending,
  "pending.uidNext": recordUidNext,
  "folder.made": folderCreated,
  "hostMail.queue": queueHostMail,
  "hostMail.remove": removeHostMail,
  "demo.request": addDemoRequest,
  "rule.save": saveRule,
  "rule.remove": removeRule,
  "rule.carryOut": applyRuleOnce,
  "rule.noteUndone": recordRuleUndone,
  "journal.prune": pruneJournal,
  "sender.block": blockSender,
  "sender.unblock": unblockSender,
  "sender.trust": trustSender,
  "sender.distrust": distrustSender,
  "import.add": addImport,
  "import.note": recordImport,
  "import.end": endImport,
  "import.cancel": cancelImport,
  "outbox.queue": queueOutbox,
  "outbox.sending": startSending,
  "outbox.settle": settleOutbox,
  "outbox.copied": recordSentCopy,
  "outbox.copyRefused": refuseSentCopy,
  "outbox.cancel": cancelOutbox,
  "outbox.approve": approveOutbox,
  "approvals.expire": expireApprovals,
  "outbox.reschedule": rescheduleOutbox,
  "outbox.resolve": resolveOutbox,
  "outbox.bounced": addBounces,
  "integration.save": saveIntegration,
  "integration.change": changeIntegration,
  "integration.remove": removeIntegration,
  "event.tell": queueEvents,
  "delivery.begin": beginDelivery,
  "delivery.settle": settleDelivery,
  "message.saveElsewhere": saveToIntegration,
  "delivery.replay": replayDelivery,
  "deliveries.prune": pruneDeliveries,
  "press.claim": claimInteraction,
  "lease.take": takeLease,
  "lease.drop": dropLease,
  "engine.beat": beat,
  "engine.share": takeShare,
  "engine.give": giveLeases,
  "engine.revoke": revokeLease,
  "preferences.save": savePreferences,
  "notification.queue": queueNotification,
  "notification.settle": settleNotifications,
  "push.settle": settlePush,
  "push.subscribe": addSubscription,
  "push.drop": dropSubscription,
  "presence.note": recordPresence,
  "serverKey.keep": storeServerKey,
  "brief.tell": announceBrief,
  "brief.seen": recordBriefSeen,
  "mail.queue": queueMail,
  "invitation.answer": answerInvitation,
  "invitation.move": moveEvent,
  "invitation.keepTime": storeEventTime,
  "model.choose": saveModelSettings,
  "modelCall.begin": beginModelCall,
  "modelCall.end": endModelCall,
  "draft.save": saveDraft,
  "draft.remove": removeDraft,
  "draft.adopt": adoptDraft,
  "draft.noteCopy": recordDraftCopy,
  "drafts.prune": pruneDrafts,
  "identity.save": saveIdentity,
  "identity.remove": removeIdentity,
  "upload.add": addUpload,
  "upload.grow": growUpload,
  "upload.remove": removeUpload,
  "uploads.clean": cleanUploads,
  "chat.add": addChatTurn,
  "chat.clear": clearChat,
  "audit.note": recordAudit,
  "quota.use": useQuota,
  "quota.giveBack": giveBackQuota,
  "auditDetails.prune": pruneAuditDetails,
  "jobs.take": takeJobs,
  "jobs.hold": holdJobs,
  "jobs.done": finishJob,
  "jobs.later": postponeJob,
  "jobs.free": freeJobs,
  "changes.prune": pruneChanges,
  ...addressBookCommands,
  "search.save": saveSearch,
  "search.remove": removeSavedSearch,
  "template.save": saveTemplate,
  "template.remove": removeTemplate,
  "sorting.save": saveClassifications,
  "sorting.again": classifyAgain,
  "sorting.call": callToClassify,
  "sorting.learned": saveTrainingExamples,
  "sorting.forget": forgetTraining,
  "sorting.wish": saveClassificationPreferences,
  "sorting.sender": saveSenderClassification,
  "summaries.keep": storeSummary,
  "followUps.save": saveFollowUpSettings,
  "followUps.choose": chooseFollowUp,
  "followUps.return": returnFollowUps,
  "followUps.remind": notifyOfReminder,
  "answers.await": awaitAnswers,
  "answers.keep": storePreparedAnswer,
  "answers.drop": dropPreparedAnswer,
} as const satisfies Record<string, Command<never, unknown>>;

type Commands = typeof commands;
export type CommandName = keyof Commands;
export type InputOf<Name extends CommandName> = Parameters<Commands[Name]["run"]>[1];
export type OutputOf<Name extends CommandName> = Exclude<
  Awaited<ReturnType<Commands[Name]["run"]>>,
  typeof again
>;
