import { addAccount, removeAccount, setAccountState } from "./accounts.ts";
import { changeMessage } from "./change-message.ts";
import { pruneChanges } from "./changes.ts";
import type { again, Command } from "./command.ts";
import { newEpoch, saveFolders, saveFolderProgress } from "./folders.ts";
import { finishJob, postponeJob, takeJobs } from "./jobs.ts";
import { setLocationFlags, vanishLocations } from "./locations.ts";
import { cancelOutbox, queueOutbox, settleOutbox, startSending } from "./outbox.ts";
import { finishPending, postponePending, takePending } from "./pending.ts";
import { createSession, endSession, touchSession } from "./sessions.ts";
import { sweepMessages } from "./sweep-messages.ts";
import { takeInMessages } from "./take-in-messages.ts";
import { addUpload, cleanUploads } from "./uploads.ts";
import { createUser, rehashUser, renameUser } from "./users.ts";

/** Everything that can be written, by the name under which it is asked for. */
export const commands = {
  "user.create": createUser,
  "user.rename": renameUser,
  "user.rehash": rehashUser,
  "session.create": createSession,
  "session.touch": touchSession,
  "session.end": endSession,
  "account.add": addAccount,
  "account.remove": removeAccount,
  "account.state": setAccountState,
  "folders.save": saveFolders,
  "folder.progress": saveFolderProgress,
  "folder.newEpoch": newEpoch,
  "messages.takeIn": takeInMessages,
  "messages.sweep": sweepMessages,
  "locations.flags": setLocationFlags,
  "locations.vanish": vanishLocations,
  "message.change": changeMessage,
  "pending.take": takePending,
  "pending.done": finishPending,
  "pending.later": postponePending,
  "outbox.queue": queueOutbox,
  "outbox.sending": startSending,
  "outbox.settle": settleOutbox,
  "outbox.cancel": cancelOutbox,
  "upload.add": addUpload,
  "uploads.clean": cleanUploads,
  "jobs.take": takeJobs,
  "jobs.done": finishJob,
  "jobs.later": postponeJob,
  "changes.prune": pruneChanges,
} as const satisfies Record<string, Command<never, unknown>>;

type Commands = typeof commands;
export type CommandName = keyof Commands;
export type InputOf<Name extends CommandName> = Parameters<Commands[Name]["run"]>[1];
export type OutputOf<Name extends CommandName> = Exclude<
  Awaited<ReturnType<Commands[Name]["run"]>>,
  typeof again
>;
