import { createHmac, randomBytes } from "node:crypto";
import { View } from "./check-blocks.ts";
import type { OpenView, SlackMessage, SlackState } from "./methods.ts";

/** A user in a workspace. */
export interface SlackUser {
  team: string;
  user: string;
}

interface Interaction {
  actionId: string;
  /** For a select: the chosen value. */
  option?: string;
}

interface InteractionReply {
  response: Response;
  /** Sends the identical request again, as after a lost response. */
  again: () => Promise<Response>;
}

interface Sending {
  type?: string;
  /** Timestamp in seconds since 1970. */
  timestamp?: number;
  secret?: string;
  headers?: Record<string, string>;
}

/** The requests of Slack to the app. */
export interface AppRequests {
  /** Presses a button or selects an option of a message, and returns the app's response. */
  clickButton: (
    by: SlackUser,
    message: SlackMessage,
    interaction: Interaction,
  ) => Promise<InteractionReply>;
  /** Submits the user's open view, with texts by the input's action id. */
  submit: (by: SlackUser, words?: Record<string, string>) => Promise<Response>;
  /** Returns the user's open view. */
  viewOf: (person: SlackUser) => OpenView | undefined;
  /** Sends an event of the Events API. */
  event: (team: string, event: object, options?: { id?: string }) => Promise<Response>;
  /** Sends a signed request with this body, like Slack. */
  send: (path: string, body: string, options?: Sending) => Promise<Response>;
}

/** Returns functions that send signed requests to the app at `to.origin`. */
export function appRequests(
  state: SlackState,
  to: { origin: string },
  own: { signingSecret: string; actionsUrl: string },
): AppRequests {
  const send: AppRequests["send"] = (path, body, options = {}) => {
    const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", options.secret ?? own.signingSecret)
      .update(`v0:${timestamp}:${body}`)
      .digest("hex");
    return fetch(`${to.origin}${path}`, {
      method: "POST",
      body,
      headers: {
        "content-type": options.type ?? "application/x-www-form-urlencoded",
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": `v0=${signature}`,
        ...options.headers,
      },
    });
  };
  const interact = (by: SlackUser, payload: object) => {
    const whole = JSON.stringify({ ...about(by), ...payload });
    return send("/api/slack/interactions", new URLSearchParams({ payload: whole }).toString());
  };
  return {
    send,
    viewOf: (person) => viewOf(state, person),
    async clickButton(by, message, { actionId, option }) {
      const trigger = `${state.lastTs}.${randomBytes(8).toString("hex")}`;
      state.triggers.set(trigger, by);
      const payload = {
        type: "block_actions",
        trigger_id: trigger,
        response_url: `${own.actionsUrl}${by.user}`,
        container: { type: "message", message_ts: message.ts, channel_id: message.channel },
        channel: { id: message.channel, name: "channel" },
        message: { type: "message", ts: message.ts, text: message.text, blocks: message.blocks },
        actions: [{ ...actionOf(message, actionId, option), action_ts: state.nextTs() }],
      };
      return { response: await interact(by, payload), again: () => interact(by, payload) };
    },
    async submit(by, words = {}) {
      const open = viewOf(state, by);
      if (!open) throw new Error("No view is open.");
      const { id, view } = open;
      const answer = await interact(by, {
        type: "view_submission",
        view: { id, hash: `${state.lastTs}.x`, ...view, state: { values: inputs(view, words) } },
      });
      await showAnswer(state, open, answer.clone());
      return answer;
    },
    event: (team, event, { id = `Ev${randomBytes(5).toString("hex")}` } = {}) =>
      send(
        "/api/slack/events",
        JSON.stringify({
          type: "event_callback",
          team_id: team,
          api_app_id: "A0INLET",
          event_id: id,
          event,
          event_time: Math.floor(Date.now() / 1000),
        }),
        { type: "application/json" },
      ),
  };
}

const about = ({ team, user }: SlackUser) => ({
  team: { id: team, domain: "team" },
  user: { id: user, username: user.toLowerCase(), team_id: team },
  api_app_id: "A0INLET",
  token: "deprecated",
});

/** Returns the values of the view's inputs, by block and action. */
function inputs({ blocks }: View, words: Record<string, string>): object {
  return Object.fromEntries(
    blocks.flatMap((one) => {
      if (one.type !== "input") return [];
      const { action_id: id, initial_value: initial } = one.element;
      const value = words[id] ?? initial ?? null;
      return [[one.block_id ?? id, { [id]: { type: "plain_text_input", value } }]];
    }),
  );
}

function actionOf(message: SlackMessage, actionId: string, option: string | undefined): object {
  for (const block of message.blocks) {
    const elements =
      block.type === "actions"
        ? block.elements
        : block.type === "section" && block.accessory
          ? [block.accessory]
          : [];
    const element = elements.find(({ action_id: id }) => id === actionId);
    if (!element) continue;
    const from = { action_id: actionId, block_id: block.block_id ?? "auto", type: element.type };
    if (element.type === "button") return { ...from, value: element.value };
    const chosen = element.options.find(({ value }) => value === option);
    if (!chosen) throw new Error(`There is no option ${option}.`);
    return { ...from, selected_option: chosen };
  }
  throw new Error(`The message has no ${actionId}.`);
}

function viewOf(state: SlackState, { team, user }: SlackUser): OpenView | undefined {
  return state.views.findLast((view) => view.team === team && view.user === user);
}

/** Applies the app's response to a submission: the view closes, changes, or stays with errors. */
async function showAnswer(state: SlackState, open: OpenView, answer: Response): Promise<void> {
  if (!answer.ok) return;
  const responseText = await answer.text();
  const body: { response_action?: string; view?: unknown } =
    responseText === "" ? {} : JSON.parse(responseText);
  if (body.response_action === "errors") return;
  if (body.response_action === "update") {
    open.view = View.parse(body.view);
    return;
  }
  state.views.splice(state.views.indexOf(open), 1);
}
