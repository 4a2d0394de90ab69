import { once } from "node:events";
import { type MessagePort, Worker } from "node:worker_threads";
import type { ErrorCode } from "@inlet/contract/errors.ts";
import { AccountId, type UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { currentOrigin, onBehalfOf, type Origin } from "#/base/origin.ts";
import type { Config } from "#/config.ts";
import type { HostMailSettings } from "#/host-mail/host-mail.ts";
import type { EngineClient } from "#/mail/engine-client.ts";
import type { LiveState } from "#/mail/sync/account-runner.ts";
import type { SyncState } from "#/mail/sync/account-supervisor.ts";
import type { CommandName, InputOf } from "#/store/commands/registry.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { QuotaSettings } from "#/store/users/quotas.ts";
import type { Committed } from "#/store/engine/writer.ts";
import type { OauthSettings } from "#/wire/oauth/authority.ts";
import type { IntegrationSettings } from "#/processes/setup/integration-adapters.ts";

/** Options of the engine thread: plain values, because they cross threads. */
export interface EngineOptions {
  /** A `postgres://` URL, or the path of the SQLite file. */
  databaseUrl: string;
  /** The folder of the blobs. */
  dataDir: string;
  /** The file in which the audit log's latest entries are recorded. */
  auditAnchors: string;
  /** Shared blob storage for other processes; null: none. */
  s3: Config["s3"];
  allowedPrivateHosts: string[];
  /** The master key of 32 bytes. */
  masterKey: Uint8Array;
  /** The OAuth clients of this installation. */
  oauth: OauthSettings;
  /** Null: the host sends no mail. */
  hostMail: HostMailSettings | null;
  /** The host's settings for integrations. */
  integrations: IntegrationSettings;
  backups: { dir: string; hour: number | null; version: string };
  /** Limits per user. */
  quotas: QuotaSettings;
  /** The operator's AI model, for summaries that a user requests in a chat. */
  ai: Config["ai"];
  /** The public address of the server, for links in mail. */
  publicUrl: string;
  logLevel: string;
}

/** A request for an access token: the account, and the token that its mail server rejected, if any. */
export interface TokenRequest {
  userId: UserId;
  accountId: AccountId;
  refused: string | undefined;
}

/** Requests that other threads may send to the engine. */
export interface EngineLink extends EngineClient, AsyncDisposable {
  /** The command bus for writes: commands run on the engine's connection. */
  execute: Execute;
  /** Returns a valid access token for the account. Throws account.reconnect or account.unreachable. */
  accessToken: (request: TokenRequest) => Promise<string>;
  /** Starts jobs that commands in other processes created (PostgreSQL). */
  notifyJobs: () => void;
  /** Stops syncs and jobs, and closes the database. */
  stop: () => Promise<void>;
}

export interface EngineEvents {
  onCommit: (changes: Committed["changes"]) => void;
  /** The thread ended without a call of stop. */
  onCrash: (error: Error) => void;
}

type Question =
  | { kind: "execute"; id: number; name: CommandName; input: unknown; origin: Origin | null }
  | { kind: "syncNow"; id: number; userId: UserId; accountId: AccountId | undefined }
  | { kind: "live" | "compare"; id: number; accountId: AccountId }
  | { kind: "accessToken"; id: number; wish: TokenRequest }
  | { kind: "wakeJobs" }
  | { kind: "stop" };

type Answer =
  | { kind: "ready" }
  | { kind: "answer"; id: number; value: unknown }
  | { kind: "failure"; id: number; code: ErrorCode }
  | { kind: "error"; id: number; message: string }
  | { kind: "committed"; changes: Committed["changes"] };

/** An id of no account, for a request that makes the engine read nothing. */
const noAccount = AccountId.parse("none");

/** Starts the engine's thread and waits until it accepts commands. */
export async function startEngine(
  options: EngineOptions,
  events: EngineEvents,
): Promise<EngineLink> {
  const worker = new Worker(new URL("./engine.ts", import.meta.url), {
    workerData: options,
    // The garbage of an initial sync would fill the default nursery many times before a collection.
    resourceLimits: { maxYoungGenerationSizeMb: 32 },
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const ready = Promise.withResolvers<void>();
  let lastId = 0;
  let isReady = false;
  let isStopping = false;

  const send = (question: Question) => worker.postMessage(question);
  const ask = async (question: (id: number) => Question): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    const id = ++lastId;
    waiting.set(id, answer);
    send(question(id));
    return answer.promise;
  };
  const end = (error: Error) => {
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    // Before it is ready, the caller of the start gets the error.
    if (isReady && !isStopping) events.onCrash(error);
  };
  worker.on("message", (answer: Answer) => {
    if (answer.kind === "ready") ready.resolve();
    else if (answer.kind === "committed") events.onCommit(answer.changes);
    else settle(waiting, answer);
  });
  let failure: unknown;
  worker.on("error", (error) => {
    failure = error;
  });
  worker.once("exit", () => end(new Error("The engine has ended.", { cause: failure })));
  await ready.promise;
  isReady = true;

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    const exit = once(worker, "exit");
    send({ kind: "stop" });
    await exit;
  };
  // Safe: the engine runs the command with this name and returns its output.
  const execute = ((name: CommandName, input: unknown) =>
    ask((id) => ({ kind: "execute", id, name, input, origin: currentOrigin() }))) as Execute;
  return {
    execute,
    // Safe: the engine responds to each kind of request with this type.
    syncNow: (userId, accountId) =>
      ask((id) => ({ kind: "syncNow", id, userId, accountId })) as Promise<SyncState>,
    live: (accountId) =>
      ask((id) => ({ kind: "live", id, accountId })) as Promise<LiveState | undefined>,
    ping: () => ask((id) => ({ kind: "live", id, accountId: noAccount })),
    compare: (accountId) => ask((id) => ({ kind: "compare", id, accountId })) as Promise<boolean>,
    accessToken: (request) =>
      ask((id) => ({ kind: "accessToken", id, wish: request })) as Promise<string>,
    notifyJobs: () => send({ kind: "wakeJobs" }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function settle(
  waiting: Map<number, PromiseWithResolvers<unknown>>,
  answer: Exclude<Answer, { kind: "ready" | "committed" }>,
): void {
  const question = waiting.get(answer.id);
  waiting.delete(answer.id);
  switch (answer.kind) {
    case "answer":
      return question?.resolve(answer.value);
    case "failure":
      return question?.reject(new Failure(answer.code));
    case "error":
      return question?.reject(new Error(answer.message));
  }
}

/** Functions that serve the requests of other threads. */
export interface LinkDuties {
  execute: Execute;
  syncNow: EngineLink["syncNow"];
  live: EngineLink["live"];
  compare: EngineLink["compare"];
  accessToken: EngineLink["accessToken"];
  notifyJobs: () => void;
  stop: () => Promise<void>;
}

/** Serves the engine's end of the link until it receives a stop. */
export function answerLink(port: MessagePort, duties: LinkDuties): void {
  const answer = (message: Answer) => port.postMessage(message);
  const reply = async (id: number, work: Promise<unknown>) => {
    try {
      answer({ kind: "answer", id, value: await work });
    } catch (error) {
      if (error instanceof Failure) answer({ kind: "failure", id, code: error.code });
      else answer({ kind: "error", id, message: error instanceof Error ? error.message : "" });
    }
  };
  port.on("message", (question: Question) => {
    switch (question.kind) {
      case "execute": {
        // The other end got the name and input from a caller of `Execute`, whose types match.
        const input = question.input as InputOf<typeof question.name>;
        const { name, origin } = question;
        return void reply(
          question.id,
          onBehalfOf(origin, () => duties.execute(name, input)),
        );
      }
      case "syncNow":
        return void reply(question.id, duties.syncNow(question.userId, question.accountId));
      case "live":
        return void reply(question.id, duties.live(question.accountId));
      case "compare":
        return void reply(question.id, duties.compare(question.accountId));
      case "accessToken":
        return void reply(question.id, duties.accessToken(question.wish));
      case "wakeJobs":
        return duties.notifyJobs();
      case "stop":
        return void duties.stop().finally(() => port.close());
    }
  });
  answer({ kind: "ready" });
}

/** Notifies the other end of committed changes, which then reach open tabs. */
export function publishCommitted(port: MessagePort, changes: Committed["changes"]): void {
  if (changes.length === 0) return;
  const message: Answer = { kind: "committed", changes };
  port.postMessage(message);
}
