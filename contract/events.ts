import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/**
 * What the live stream tells: one server-sent event per change, its `id` the change's number for this user.
 * `Last-Event-ID` resumes after it; `notification.due` names mail that a page out of sight may show a notification of;
 * `message.refused` names what the mail server would not change and is as it was; `change.done` names, by its `undoId`, a
 * change of very many that has come to its end, or that is taken back to its beginning;
 * `reset` means too much was missed and lists must be read anew.
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

/** Each `data:` line is one StreamEvent as JSON; a comment line every 25 s keeps the connection open. */
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
