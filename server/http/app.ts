import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import { Registry } from "prom-client";
import fastify, { type FastifyInstance } from "fastify";
import type { Clock } from "#/base/clock.ts";
import { Failure } from "#/base/failure.ts";
import type { Log } from "#/base/log.ts";
import type { Signer } from "#/base/signed-url.ts";
import type { Api } from "#/http/api.ts";
import { apiDocs } from "#/http/api-docs.ts";
import { answerFailure, failureAnswer, notHttpAnswer } from "#/http/failure-response.ts";
import { mcpRoute } from "#/http/mcp/mcp-route.ts";
import { measure } from "#/http/measure.ts";
import { type BodyTimeouts, limitBodies } from "#/http/body-limits.ts";
import { describeApi } from "#/http/openapi.ts";
import { createPace } from "#/http/api-client-rate.ts";
import { adminBackupRoutes } from "#/http/routes/admin/admin-backups.ts";
import { adminOperationRoutes } from "#/http/routes/admin/admin-operation.ts";
import { adminUserRoutes } from "#/http/routes/admin/admin-users.ts";
import { apiTokenRoutes } from "#/http/routes/auth/api-tokens.ts";
import { accountHealthRoutes } from "#/http/routes/accounts/account-health.ts";
import { accountOauthRoutes } from "#/http/routes/accounts/account-oauth.ts";
import { accountRoutes } from "#/http/routes/accounts/accounts.ts";
import { auditRoutes } from "#/http/routes/auth/audit.ts";
import { assistantRoutes } from "#/http/routes/ai/assistant.ts";
import { briefRoutes } from "#/http/routes/ai/brief.ts";
import { draftRoutes } from "#/http/routes/mail/drafts.ts";
import { emailRoutes } from "#/http/routes/mail/email.ts";
import { savedSearchRoutes } from "#/http/routes/mail/saved-searches.ts";
import { ruleRoutes } from "#/http/routes/ai/rules.ts";
import { invitationRoutes } from "#/http/routes/integrations/invitations.ts";
import { contactRoutes } from "#/http/routes/mail/contacts.ts";
import { senderRoutes } from "#/http/routes/mail/senders.ts";
import { classificationRoutes } from "#/http/routes/ai/classification.ts";
import { transferRoutes } from "#/http/routes/accounts/transfer.ts";
import { threadRoutes } from "#/http/routes/mail/threads.ts";
import { eventRoutes } from "#/http/routes/mail/events.ts";
import { fileRoutes } from "#/http/routes/mail/files.ts";
import { filingRoutes } from "#/http/routes/mail/filing.ts";
import { followUpRoutes } from "#/http/routes/ai/follow-ups.ts";
import {
  calendarRoutes,
  contactBookRoutes,
  integrationRoutes,
  telegramRoutes,
  webhookRoutes,
} from "#/http/routes/integrations/integrations.ts";
import { saveRoutes } from "#/http/routes/integrations/save-to-integration.ts";
import { landingRoutes } from "#/http/routes/admin/landing.ts";
import { mailedLinkRoutes } from "#/http/routes/auth/mailed-links.ts";
import { modelRoutes } from "#/http/routes/ai/ai-models.ts";
import { notificationRoutes } from "#/http/routes/mail/notifications.ts";
import { passkeyRoutes } from "#/http/routes/auth/passkeys.ts";
import { operationRoutes } from "#/http/routes/admin/operations.ts";
import { profileRoutes } from "#/http/routes/auth/profile.ts";
import { smartReplyRoutes } from "#/http/routes/ai/smart-replies.ts";
import { slackRoutes } from "#/http/routes/integrations/slack.ts";
import { sendRoutes } from "#/http/routes/mail/send.ts";
import { uploadRoutes } from "#/http/routes/mail/uploads.ts";
import { socialSignInRoutes } from "#/http/routes/auth/social-sign-in.ts";
import { securityRoutes } from "#/http/routes/auth/security.ts";
import { settingsRoutes } from "#/http/routes/mail/settings.ts";
import { summaryRoutes } from "#/http/routes/ai/summaries.ts";
import { userRoutes } from "#/http/routes/auth/user.ts";
import { addSecurityHeaders } from "#/http/security-headers.ts";
import type { AppContext } from "#/http/context.ts";
import { webPages } from "#/http/web-pages.ts";

export interface AppOptions {
  context: AppContext;
  signer: Signer;
  clock: Clock;
  log: Log;
  version: string;
  /** Folder of the built web app. */
  webDir: string;
  /** True if `/` is the landing page; else it redirects to the sign-in. */
  hasLanding?: boolean;
  /** False if the landing page leaves out its claims and figures. */
  hasFigures?: boolean;
  /** Addresses of proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: string[];
  /** Origin under which users reach the server, if it differs from the one that the server listens on. */
  publicUrl?: string | null;
  /** Registry with further metrics; by default only those of this application. */
  registry?: Registry;
  /** Token that is required to read metrics; by default only this machine can read them. */
  metricsToken?: string | null;
  checksAnswers?: boolean;
  /** Maximum number of calls per minute by an API client; by default as in the contract. */
  callsPerMinute?: number | undefined;
  /** Interval at which an open stream checks its session. */
  sessionCheckMs?: number;
  /** Timeouts for receiving request bodies. */
  bodyTimeouts?: Partial<BodyTimeouts>;
}

/** Length of the longest path parameter, an image token. */
const maxParamLength = 8192;
/** Further connections are refused, because each needs a file descriptor and memory before its first request. */
const maxConnections = 10_000;

/** Creates the HTTP application, which serves the contract and the web app. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const server = newServer(options);
  const { context, signer, clock, log } = options;
  const api: Api = {
    ...context,
    server,
    signer,
    clock,
    log,
    pace: createPace(clock, options.callsPerMinute),
    checksAnswers: options.checksAnswers ?? false,
  };

  server.decorateRequest("caller", null);
  server.decorateRequest("asked", null);
  server.decorateRequest("failedWith", null);
  server.decorateRequest("begunCall", null);
  server.setErrorHandler(failureAnswer(log));
  readJsonOnly(server);
  const registry = options.registry ?? new Registry();
  server.server.maxConnections = maxConnections;
  limitBodies(server, options.bodyTimeouts);
  measure(server, log, registry);
  await addSecurityHeaders(server);
  await addPlugins(server);

  const document = describeApi(options.version);
  addRoutes(api, options);
  const access = {
    token: options.metricsToken ?? null,
    trustProxy: options.trustProxy,
    publicUrl: options.publicUrl ?? null,
  };
  operationRoutes(api, { registry, access }, document);
  await apiDocs(server, document);
  await webPages(server, options.webDir, {
    hasLanding: options.hasLanding ?? true,
    hasFigures: options.hasFigures ?? true,
  });
  return server;
}

function newServer({ trustProxy }: AppOptions): FastifyInstance {
  return fastify({
    logger: false,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    // A client with an open connection still gets a response, which says that it is the last.
    return503OnClosing: false,
    routerOptions: { maxParamLength },
    frameworkErrors: (_error, _request, reply) => {
      void answerFailure(reply, "input.invalid");
    },
    // Bytes that are not HTTP have no request to respond to, only a socket.
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(notHttpAnswer);
      else socket.destroy();
    },
  });
}

async function addPlugins(server: FastifyInstance): Promise<void> {
  await server.register(cookie);
  await server.register(compress, {
    globalDecompression: false,
    // Compressing a page of a mail list takes less time than handing it to another thread.
    syncThreshold: 65_536,
    // Zstandard compresses hardly better, and starts more slowly.
    encodings: ["br", "gzip", "deflate"],
  });
  await server.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new Failure("request.too_many"),
  });
}

/** Adds the routes of the contract, and MCP. */
function addRoutes(
  api: Api,
  { publicUrl = null, version, sessionCheckMs = 4000 }: AppOptions,
): void {
  userRoutes(api);
  socialSignInRoutes(api, { publicUrl });
  profileRoutes(api);
  securityRoutes(api);
  mailedLinkRoutes(api);
  passkeyRoutes(api, { publicUrl });
  apiTokenRoutes(api);
  auditRoutes(api);
  adminUserRoutes(api);
  adminOperationRoutes(api);
  adminBackupRoutes(api);
  accountRoutes(api);
  accountHealthRoutes(api);
  accountOauthRoutes(api, { publicUrl });
  emailRoutes(api);
  threadRoutes(api);
  transferRoutes(api);
  ruleRoutes(api);
  savedSearchRoutes(api);
  contactRoutes(api);
  senderRoutes(api);
  classificationRoutes(api);
  followUpRoutes(api);
  filingRoutes(api);
  fileRoutes(api);
  sendRoutes(api);
  invitationRoutes(api);
  draftRoutes(api);
  uploadRoutes(api);
  settingsRoutes(api);
  notificationRoutes(api);
  modelRoutes(api);
  summaryRoutes(api);
  briefRoutes(api);
  landingRoutes(api);
  integrationRoutes(api);
  webhookRoutes(api);
  slackRoutes(api, { publicUrl });
  telegramRoutes(api);
  calendarRoutes(api);
  contactBookRoutes(api);
  saveRoutes(api);
  smartReplyRoutes(api);
  assistantRoutes(api);
  eventRoutes(api, { sessionCheckMs });
  mcpRoute(api, { publicUrl, version });
}

/** Accepts only JSON bodies. A client that sends the JSON content type with an empty body means no body. */
function readJsonOnly(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    // The parser calls `done`. Its type also allows a promise, which only other parsers return.
    else void parse(request, String(body), done);
  });
}
