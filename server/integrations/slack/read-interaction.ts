import { z } from "zod";
import { type About, actions, readAbout, type Snooze, snoozes } from "./write-mail.ts";
import { Metadata, replyForm } from "./reply-form.ts";

/** The Slack user who pressed something. */
export interface Presser {
  teamId: string;
  userId: string;
}

/** Location in Slack of the mail that an interaction is about. */
export interface MessageState {
  channel: string;
  ts: string;
  /** Address at which Slack accepts texts for the user who pressed, for half an hour; "" if it names none. */
  answerUrl: string;
}

/** A user's request from Slack. `id` identifies the press: the same press again is the same request. */
export type Interaction = { by: Presser; id: string } & (
  | { kind: "summary" | "archive"; about: About; at: MessageState }
  | { kind: "snooze"; about: About; at: MessageState; when: Snooze }
  | { kind: "reply"; about: About; at: MessageState; triggerId: string }
  | { kind: "send"; about: About; at: MessageState; words: string }
  /** An interaction that needs no action, such as a click on a link. */
  | { kind: "nothing" }
);

const person = { team: z.object({ id: z.string() }), user: z.object({ id: z.string() }) };

const BlockActions = z.object({
  type: z.literal("block_actions"),
  ...person,
  trigger_id: z.string(),
  response_url: z.string().max(2000).catch(""),
  container: z.object({ channel_id: z.string(), message_ts: z.string() }),
  actions: z
    .array(
      z.object({
        action_id: z.string(),
        action_ts: z.string(),
        value: z.string().optional(),
        selected_option: z.object({ value: z.string() }).nullish(),
      }),
    )
    .min(1),
});

const Submitted = z.object({
  type: z.literal("view_submission"),
  ...person,
  view: z.object({
    id: z.string(),
    callback_id: z.literal(replyForm.callbackId),
    private_metadata: z.string(),
    state: z.object({
      values: z.record(z.string(), z.record(z.string(), z.object({ value: z.string().nullish() }))),
    }),
  }),
});

/** Returns the request in a signed body of Slack; null for anything that this app did not offer. */
export function readInteraction(body: Buffer): Interaction | null {
  const payload = new URLSearchParams(body.toString("utf8")).get("payload") ?? "";
  const read = z.union([BlockActions, Submitted]).safeParse(jsonOf(payload));
  if (!read.success) return null;
  return read.data.type === "view_submission" ? submissionOf(read.data) : interactionOf(read.data);
}

function interactionOf({
  team,
  user,
  trigger_id: triggerId,
  response_url: answerUrl,
  container,
  actions: all,
}: z.infer<typeof BlockActions>) {
  const [action] = all;
  if (!action) return null;
  const by = { teamId: team.id, userId: user.id };
  const at = { channel: container.channel_id, ts: container.message_ts, answerUrl };
  // An interaction has a time in microseconds, and so does its message.
  const id = [
    "press",
    team.id,
    user.id,
    at.channel,
    at.ts,
    action.action_id,
    action.action_ts,
  ].join(" ");
  if (action.action_id === actions.snooze) {
    const [, when = "", rest = ""] = /^(\w+):(.*)$/.exec(action.selected_option?.value ?? "") ?? [];
    const about = readAbout(rest);
    return about && isSnooze(when) ? { by, id, at, about, when, kind: "snooze" as const } : null;
  }
  const about = readAbout(action.value ?? "");
  if (!about) return null;
  switch (action.action_id) {
    case actions.summary:
      return { by, id, at, about, kind: "summary" as const };
    case actions.archive:
      return { by, id, at, about, kind: "archive" as const };
    case actions.reply:
      return { by, id, at, about, triggerId, kind: "reply" as const };
    case actions.open:
      return { by, id, kind: "nothing" as const };
    default:
      return null;
  }
}

function submissionOf({ team, user, view }: z.infer<typeof Submitted>): Interaction | null {
  const metadata = Metadata.safeParse(jsonOf(view.private_metadata));
  const about = metadata.success ? readAbout(metadata.data.about) : null;
  if (!metadata.success || !about) return null;
  return {
    kind: "send",
    by: { teamId: team.id, userId: user.id },
    // A form is sent once, also after several clicks.
    id: ["view", team.id, user.id, view.id].join(" "),
    about,
    at: metadata.data.at,
    words: view.state.values[replyForm.block]?.[replyForm.input]?.value ?? "",
  };
}

function isSnooze(when: string): when is Snooze {
  return snoozes.some((each) => each === when);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
