import { addSignedInAccount, saveTokens } from "./account-tokens.ts";
import { addAccount, recordFull, removeAccount, setAccountState } from "./accounts.ts";
import { continueBulk, startBulk } from "./bulk.ts";
import { changeAccount } from "./change-account.ts";
import { pruneChanges } from "./changes.ts";
import type { again, Command } from "./command.ts";
import { adoptDraft, recordDraftCopy, pruneDrafts, removeDraft, saveDraft } from "./drafts.ts";
import { addChatTurn, clearChat } from "./chat-turns.ts";
import { addDemoRequest } from "./demo-requests.ts";
import { rereadMessages } from "./reread-messages.ts";
import { saveToIntegration } from "./save-elsewhere.ts";
import { applyRuleOnce, recordRuleUndone, pruneJournal, removeRule, saveRule } from "./rules.ts";
import { blockSender, unblockSender } from "./blocked-senders.ts";
import { noteBriefSeen, announceBrief } from "./briefs.ts";
import { queueHostMail, removeHostMail } from "./host-mails.ts";
import { addImport, cancelImport, endImport, recordImport } from "./imports.ts";
import {
  beginDelivery,
  pruneDeliveries,
  replayDelivery,
  settleDelivery,
  queueEvents,
} from "./deliveries.ts";
import { changeIntegration, removeIntegration, saveIntegration } from "./integrations.ts";
import { answerInvitation } from "./invitations.ts";
import { storeEventTime, moveEvent } from "./move-event.ts";
import { removeIdentity, saveIdentity } from "./identities.ts";
import { countTraffic, setSyncDepth } from "./account-sync.ts";
import { administrationCommands } from "./administration.ts";
import { approveOutbox, expireApprovals } from "./approvals.ts";
import { attachLocations } from "./attach-locations.ts";
import {
  excludeFolder,
  newEpoch,
  saveEmptyFolders,
  saveFolderProgress,
} from "./folder-progress.ts";
import { saveFolders } from "./folders.ts";
import { returnFollowUps, notifyOfReminder } from "./return-follow-ups.ts";
import {
  awaitAnswers,
  chooseFollowUp,
  dropPreparedAnswer,
  storePreparedAnswer,
  saveFollowUpSettings,
} from "./follow-ups.ts";
import { finishJob, freeJobs, holdJobs, postponeJob, takeJobs } from "./jobs.ts";
import { setLocationFlags, vanishLocations } from "./locations.ts";
import { removeLabel, saveLabel } from "./labels.ts";
import { recordAudit, pruneAuditDetails } from "./audit.ts";
import { beginModelCall, endModelCall, saveModelSettings } from "./models.ts";
import {
  addSubscription,
  dropSubscription,
  storeServerKey,
  notePresence,
  queueNotification,
  settleNotifications,
  settlePush,
} from "./notifications.ts";
import { beginOauthFlow, takeOauthFlow } from "./oauth-flows.ts";
import { queueMail } from "./queue-mail.ts";
import { addBounces } from "./add-bounces.ts";
import {
  cancelOutbox,
  recordSentCopy,
  refuseSentCopy,
  queueOutbox,
  rescheduleOutbox,
  resolveOutbox,
  settleOutbox,
  startSending,
} from "./outbox.ts";
import { postponePending, takePending } from "./pending.ts";
import { giveBackQuota, useQuota } from "./quotas.ts";
import { savePreferences } from "./preferences.ts";
import { storeSummary } from "./summaries.ts";
import { changeProfile, removeAvatar, saveAvatar } from "./profile.ts";
import { markMessages } from "./mark-messages.ts";
import { purgeWords } from "./purge-words.ts";
import { removeUser } from "./remove-user.ts";
import { addressBookCommands } from "./address-book.ts";
import { removeSavedSearch, saveSearch } from "./saved-searches.ts";
import { removeTemplate, saveTemplate } from "./templates.ts";
import { folderCreated, losePending, recordUidNext, settlePending } from "./settle-pending.ts";
import { beat, giveLeases, revokeLease, takeShare } from "./engine-leases.ts";
import { dropLease, takeLease } from "./leases.ts";
import { claimInteraction } from "./slack.ts";
import { returnSnoozed } from "./snooze.ts";
import {
  forgetTraining,
  callToClassify,
  saveTrainingExamples,
  saveSenderClassification,
  saveClassifications,
  classifyAgain,
} from "./sorting.ts";
import { saveClassificationPreferences } from "./sorting-wish.ts";
import { renewStatistics } from "./statistics.ts";
import { sweepMessages } from "./sweep-messages.ts";
import { ingestMessages } from "./take-in-messages.ts";
import { continueUndo, sweepUndo, undoChange } from "./undo.ts";
import { addUpload, cleanUploads, growUpload, removeUpload } from "./uploads.ts";
import { createUser } from "./users.ts";
import { distrustSender, trustSender } from "./trusted-senders.ts";
import { signInCommands } from "./sign-in-commands.ts";
import { changeNamed } from "../change-messages.ts";

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
  "presence.note": notePresence,
  "serverKey.keep": storeServerKey,
  "brief.tell": announceBrief,
  "brief.seen": noteBriefSeen,
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
