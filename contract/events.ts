import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/**
 * Kinds of changes in the live stream: one server-sent event per change. Its `id` is the change's number for this user, and
 * `Last-Event-ID` resumes after it. `draft.changed` names a draft and, if it was saved, its new revision; or messages that entered
 * or left a Drafts folder. `notification.due` names mail that a hidden page may show a notification of.
 * `message.refused` names mail that the mail server refused to change and that is unchanged. `change.done` names, by its
 * `undoId`, a very large change that was completed, or undone completely. `reset` means that too much was missed and lists must
 * be read again.
 */
export const ChangeKind = z.enum([
  "message.arrived",
  "message.changed",
  "message.gone",
  "message.refused",
  "account.changed",
  "folder.changed",
  "outbox.changed",
  "draft.changed",
  "label.changed",
  "settings.changed",
  "import.changed",
  "notification.due",
  "change.done",
]);
export type ChangeKind = z.infer<typeof ChangeKind>;

export const Change = z.object({ kind: ChangeKind, ids: z.array(z.string()) });
export type Change = z.infer<typeof Change>;

export const StreamEvent = z.union([Change, z.object({ kind: z.literal("reset") })]);
export type StreamEvent = z.infer<typeof StreamEvent>;

/** Streams changes: each `data:` line is one StreamEvent as JSON, and a comment line every 25 s keeps the connection open. */
export const liveStream = endpoint({
  method: "GET",
  path: "/events",
  access: "user",
  scope: "read",
  carrier: "stream",
  input: z.object({}),
  output: StreamEvent,
  errors: [],
});
