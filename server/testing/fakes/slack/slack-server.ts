import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { fall, showConsent, type SlackFault } from "./bad-responses.ts";
import { View } from "./check-blocks.ts";
import {
  type Answer,
  exchange,
  type Grant,
  methods,
  type OpenView,
  type SlackChannel,
  type SlackMessage,
  type SlackState,
  type SlackTeam,
  type SlackToken,
} from "./methods.ts";

/** A received request. */
interface SlackCall {
  method: string;
  args: Readonly<Record<string, string>>;
}

/** A user in a workspace. */
export interface SlackUser {
  team: string;
  user: string;
}

export interface SlackServer extends AsyncDisposable {
  /** Value for SLACK_API_URL. */
  apiUrl: string;
  app: { clientId: string; clientSecret: string; signingSecret: string };
  calls: SlackCall[];
  /** Ephemeral responses, by the path of the interaction. */
  whispers: { to: string; text: string }[];
  messages: SlackMessage[];
  tokens: SlackToken[];
  addTeam: (team: { id: string; name: string; channels?: Partial<SlackChannel>[] }) => SlackTeam;
  /** Sets the user at the consent page. */
  signInAs: (person: SlackUser) => void;
  /** Gives a user's consent, and returns the address to which the browser is redirected. */
  consent: (authorizeUrl: string, person: SlackUser) => string;
  /** Sets a fault for this many calls of the method; without a number, for all. */
  fail: (method: string, fault: SlackFault | null, times?: number) => void;
  /** Sets the origin for signed requests, like the addresses that an app registers. */
  announces: (origin: string) => void;
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

/** Starts a server on loopback that speaks Slack's protocol: consent, Web API, interactions and events. */
export async function startSlackServer(): Promise<SlackServer> {
  const app = {
    clientId: "1111.2222",
    clientSecret: randomBytes(16).toString("hex"),
    signingSecret: randomBytes(16).toString("hex"),
  };
  // Ahead of the tests' clocks, so new messages do not count as old.
  let lastTs = 1_800_000_000_000_000;
  const state: SlackState = {
    teams: [],
    tokens: [],
    messages: [],
    views: [],
    triggers: new Map(),
    nextTs: () => `${String(++lastTs).slice(0, 10)}.${String(lastTs).slice(10)}`,
  };
  const calls: SlackCall[] = [];
  const whispers: SlackServer["whispers"] = [];
  const grants: Grant[] = [];
  const faults = new Map<string, { fault: SlackFault; left: number }>();
  const marker = { origin: "" };
  const consenting: { person: SlackUser | null } = { person: null };

  const consent = (authorizeUrl: string, person: SlackUser): string => {
    const asked = new URL(authorizeUrl).searchParams;
    const back = new URL(asked.get("redirect_uri") ?? "");
    if (asked.get("client_id") !== app.clientId) throw new Error("Slack does not know this app.");
    const code = randomBytes(12).toString("hex");
    grants.push({
      code,
      teamId: person.team,
      user: person.user,
      isUsed: false,
      redirectUri: back.href,
      scopes: (asked.get("scope") ?? "").split(","),
    });
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state") ?? "");
    return back.href;
  };

  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://slack");
    if (url.pathname === "/oauth/v2/authorize") {
      return showConsent(response, url, consenting.person && consent(url.href, consenting.person));
    }
    if (url.pathname.startsWith("/actions/")) {
      const { text } = Whispered.parse(JSON.parse(await readText(request)));
      whispers.push({ to: url.pathname.slice("/actions/".length), text });
      return void response.writeHead(200).end("ok");
    }
    const method = url.pathname.replace(/^\/api\//, "");
    const args = Object.fromEntries(new URLSearchParams(await readText(request)));
    calls.push({ method, args });
    const held = faults.get(method);
    const fault = held && held.left-- > 0 ? held.fault : null;
    if (fault && fault.kind !== "lost") return fall(response, fault);
    const body = (() => {
      if (method === "oauth.v2.access") return exchange(state, app, grants, args);
      return callAs(state, request.headers.authorization ?? "", method, args);
    })();
    if (fault) return fall(response, fault);
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    answerCall(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");

  const send: SlackServer["send"] = (path, body, options = {}) => {
    const timestamp = String(options.timestamp ?? Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", options.secret ?? app.signingSecret)
      .update(`v0:${timestamp}:${body}`)
      .digest("hex");
    return fetch(`${marker.origin}${path}`, {
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
  const interact = (payload: object) =>
    send(
      "/api/slack/interactions",
      new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
    );
  const about = ({ team, user }: SlackUser) => ({
    team: { id: team, domain: "team" },
    user: { id: user, username: user.toLowerCase(), team_id: team },
    api_app_id: "A0INLET",
    token: "deprecated",
  });

  return {
    apiUrl: `http://127.0.0.1:${address.port}/api/`,
    app,
    calls,
    whispers,
    messages: state.messages,
    tokens: state.tokens,
    addTeam({ id, name, channels = [] }) {
      const team = { id, name, channels: channels.map(channelOf) };
      state.teams.push(team);
      return team;
    },
    signInAs(person) {
      consenting.person = person;
    },
    consent,
    fail(method, fault, times = Infinity) {
      if (fault === null) faults.delete(method);
      else faults.set(method, { fault, left: times });
    },
    announces(origin) {
      marker.origin = origin;
    },
    async clickButton(by, message, { actionId, option }) {
      const trigger = `${lastTs}.${randomBytes(8).toString("hex")}`;
      state.triggers.set(trigger, by);
      const payload = {
        type: "block_actions",
        ...about(by),
        trigger_id: trigger,
        response_url: `http://127.0.0.1:${address.port}/actions/${by.user}`,
        container: { type: "message", message_ts: message.ts, channel_id: message.channel },
        channel: { id: message.channel, name: "channel" },
        message: { type: "message", ts: message.ts, text: message.text, blocks: message.blocks },
        actions: [{ ...actionOf(message, actionId, option), action_ts: state.nextTs() }],
      };
      return { response: await interact(payload), again: () => interact(payload) };
    },
    async submit(by, words = {}) {
      const open = viewOf(state, by);
      if (!open) throw new Error("No view is open.");
      const { view } = open;
      const values = Object.fromEntries(
        view.blocks.flatMap((one) => {
          if (one.type !== "input") return [];
          const { action_id: id, initial_value: initial } = one.element;
          const value = words[id] ?? initial ?? null;
          return [[one.block_id ?? id, { [id]: { type: "plain_text_input", value } }]];
        }),
      );
      const answer = await interact({
        type: "view_submission",
        ...about(by),
        view: { id: open.id, hash: `${lastTs}.x`, ...view, state: { values } },
      });
      await showAnswer(state, open, answer.clone());
      return answer;
    },
    viewOf: (person) => viewOf(state, person),
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
    send,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const Whispered = z.object({
  response_type: z.literal("ephemeral"),
  replace_original: z.literal(false),
  text: z.string().min(1),
});

function callAs(
  state: SlackState,
  authorization: string,
  name: string,
  args: Readonly<Record<string, string>>,
): Answer {
  const method = methods[name];
  if (!method) return { ok: false, error: "unknown_method" };
  const [, bearer] = /^Bearer (\S+)$/.exec(authorization) ?? [];
  if (bearer === undefined) return { ok: false, error: "not_authed" };
  const token = state.tokens.find((one) => one.token === bearer);
  if (!token) return { ok: false, error: "invalid_auth" };
  if (token.isRevoked) return { ok: false, error: "token_revoked" };
  if (method.scope !== null && !token.scopes.includes(method.scope)) {
    const scopes = { needed: method.scope, provided: token.scopes.join(",") };
    return Object.assign({ ok: false as const, error: "missing_scope" }, scopes);
  }
  return method.run(state, token, args);
}

function channelOf(given: Partial<SlackChannel>, at: number): SlackChannel {
  const id = `C0${at}CHANNEL`;
  const flags = { isPrivate: false, isArchived: false, isMember: false };
  return { id, name: `channel-${at}`, ...flags, people: [], ...given };
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
