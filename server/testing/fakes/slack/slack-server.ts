import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { type AppRequests, appRequests, type SlackUser } from "./app-requests.ts";
import { fall, showConsent, type SlackFault } from "./bad-responses.ts";
import {
  type Answer,
  exchange,
  type Grant,
  methods,
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

export interface SlackServer extends AppRequests, AsyncDisposable {
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
}

/** Starts a server on loopback that speaks Slack's protocol: consent, Web API, interactions and events. */
export async function startSlackServer(): Promise<SlackServer> {
  const app = {
    clientId: "1111.2222",
    clientSecret: randomBytes(16).toString("hex"),
    signingSecret: randomBytes(16).toString("hex"),
  };
  const state = newState();
  const whispers: SlackServer["whispers"] = [];
  const grants: Grant[] = [];
  const webApi = createWebApi(state, app, grants);
  const announced = { origin: "" };
  const consenting: { person: SlackUser | null } = { person: null };

  const consent: SlackServer["consent"] = (authorizeUrl, person) => {
    const { grant, back } = consentTo(app.clientId, authorizeUrl, person);
    grants.push(grant);
    return back;
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
    return webApi.answer(url.pathname.replace(/^\/api\//, ""), request, response);
  }

  const server = createServer((request, response) => {
    answerCall(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  const origin = `http://127.0.0.1:${address.port}`;

  return {
    ...appRequests(state, announced, {
      signingSecret: app.signingSecret,
      actionsUrl: `${origin}/actions/`,
    }),
    apiUrl: `${origin}/api/`,
    app,
    calls: webApi.calls,
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
    fail: webApi.fail,
    announces(appOrigin) {
      announced.origin = appOrigin;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function newState(): SlackState {
  // Ahead of the tests' clocks, so new messages do not count as old.
  const lastTs = 1_800_000_000_000_000;
  return {
    teams: [],
    tokens: [],
    messages: [],
    views: [],
    triggers: new Map(),
    lastTs,
    nextTs() {
      const digits = String(++this.lastTs);
      return `${digits.slice(0, 10)}.${digits.slice(10)}`;
    },
  };
}

/** Returns the Web API, which records its calls and answers some with a fault. */
function createWebApi(state: SlackState, app: SlackServer["app"], grants: Grant[]) {
  const calls: SlackCall[] = [];
  const faults = new Map<string, { fault: SlackFault; left: number }>();
  const fail: SlackServer["fail"] = (method, fault, times = Infinity) => {
    if (fault === null) faults.delete(method);
    else faults.set(method, { fault, left: times });
  };
  async function answer(method: string, request: IncomingMessage, response: ServerResponse) {
    const args = Object.fromEntries(new URLSearchParams(await readText(request)));
    calls.push({ method, args });
    const held = faults.get(method);
    const fault = held && held.left-- > 0 ? held.fault : null;
    if (fault && fault.kind !== "lost") return fall(response, fault);
    const body =
      method === "oauth.v2.access"
        ? exchange(state, app, grants, args)
        : callAs(state, request.headers.authorization ?? "", method, args);
    if (fault) return fall(response, fault);
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify(body));
  }
  return { calls, fail, answer };
}

/** Returns the user's consent, and the address to which the browser is redirected. */
function consentTo(
  clientId: string,
  authorizeUrl: string,
  person: SlackUser,
): { grant: Grant; back: string } {
  const asked = new URL(authorizeUrl).searchParams;
  const back = new URL(asked.get("redirect_uri") ?? "");
  if (asked.get("client_id") !== clientId) throw new Error("Slack does not know this app.");
  const grant = {
    code: randomBytes(12).toString("hex"),
    teamId: person.team,
    user: person.user,
    isUsed: false,
    redirectUri: back.href,
    scopes: (asked.get("scope") ?? "").split(","),
  };
  back.searchParams.set("code", grant.code);
  back.searchParams.set("state", asked.get("state") ?? "");
  return { grant, back: back.href };
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
