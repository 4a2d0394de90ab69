import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAdmission, type Registration } from "#/auth/admission.ts";
import { createAuth } from "#/auth/auth.ts";
import type { SocialSignIn } from "#/auth/context.ts";
import { createPasswords } from "#/auth/passwords.ts";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import type { Signer } from "#/base/signed-url.ts";
import { createHostMail } from "#/host-mail/host-mail.ts";
import type { AppOptions } from "#/http/app.ts";
import type { AppContext } from "#/http/context.ts";
import { createHub } from "#/realtime/hub.ts";
import type { CommandName } from "#/store/commands/registry.ts";
import { type Database, type Engine, openDatabase } from "#/store/engine/database.ts";
import { createCommandBus, type Execute } from "#/store/commands/command-bus.ts";
import { hasUsers } from "#/store/users/queries.ts";
import { freshFile } from "#/testing/database/fresh-file.ts";
import { type HostPost, startHostPost } from "#/testing/fakes/host-mail-server.ts";
import { startApp } from "#/testing/apps/http-app.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import type { RealParts } from "#/testing/apps/real-parts.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";
import { createAuthorities } from "#/wire/oauth/authority.ts";

export interface RealApp extends RealParts, AsyncDisposable {
  origin: string;
  signer: Signer;
  firstInvite: string | null;
  /** Delays all writes until the promise resolves. */
  holdWrites: (until: Promise<void>) => void;
  /** Commands in this set fail, as on a full disk. */
  refuse: Set<CommandName>;
  /** Stops only HTTP, which is the server's first step when it stops. */
  stopHttp: () => Promise<void>;
}

export interface RealAppOptions {
  registration?: Registration;
  /** True if only the environment can change it. */
  isRegistrationFixed?: boolean;
  /** True if the host can send mail. */
  sendsMail?: boolean;
  /** External sign-in providers; none by default. */
  elsewhere?: SocialSignIn;
  /** API client requests per minute; by default the product's limit. */
  callsPerMinute?: number;
  /** Parts of another process of the same product, to share its database and nothing else. */
  beside?: Pick<RealParts, "database" | "execute" | "clock">;
  /** Replaces parts of the routes' context. By default no other server is reachable. */
  context?: (parts: RealParts) => Partial<AppContext>;
  /** Options of the HTTP application. */
  http?: Partial<AppOptions>;
}

/** Starts users, sessions and the live stream over a separate database. The clock changes only when a test moves it. */
export async function startRealApp(
  engine: Engine,
  {
    registration = "open",
    isRegistrationFixed = false,
    sendsMail = false,
    elsewhere: other = { authorities: createAuthorities(egressToLoopback(), {}), ownName: "" },
    context = () => ({}),
    callsPerMinute,
    http,
    beside,
  }: RealAppOptions = {},
): Promise<RealApp> {
  const stack = new AsyncDisposableStack();
  const database = beside?.database ?? (await ownDatabase(engine, stack));
  const clock: RealParts["clock"] = beside?.clock ?? { time: Date.now(), now: () => clock.time };
  const live = createHub(database.reader);
  const mailing: { post?: HostPost | null } = {};
  const refuse = new Set<CommandName>();
  const writing = { from: Promise.resolve() };
  const inner = createCommandBus(database, {
    clock,
    onCommit({ changes, jobs }) {
      changes.forEach(({ userId }) => live.notify(userId));
      if (jobs) mailing.post?.notify();
    },
  });
  const execute: Execute = async (name, input) => {
    await writing.from;
    if (refuse.has(name)) throw new Error(`${name} fails, as the test wants it.`);
    return (beside?.execute ?? inner)(name, input);
  };
  const rule = { mode: registration, isFixed: isRegistrationFixed };
  const parties = { reader: database.reader, clock };
  const admission = await createAdmission(parties, rule, await hasUsers(database.reader));
  const passwords = createPasswords({ memoryKib: 64, passes: 1 });
  const box = createSecretBox(Buffer.alloc(32, 1));
  const post = sendsMail ? stack.use(await startHostPost({ database, execute, clock, box })) : null;
  mailing.post = post;
  const auth = createAuth({
    reader: database.reader,
    execute,
    clock,
    admission,
    passwords,
    box,
    log: createLog("silent"),
    hostMail: post?.hostMail ?? createHostMail({ execute, box, clock }, null),
    siteUrl: (path) => `https://inlet.example${path}`,
    failuresKey: Buffer.alloc(32, 2),
    elsewhere: other,
  });
  const parts = { database, execute, clock, auth, live, post };
  const given = { ...testContext(parts, await ownFolder(stack)), ...context(parts) };
  const app = stack.use(await startApp(given, { clock, callsPerMinute, ...http }));
  return {
    ...parts,
    origin: app.origin,
    signer: app.signer,
    firstInvite: admission.firstInvite,
    refuse,
    holdWrites: (until) => {
      writing.from = until;
    },
    stopHttp: async () => app[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: async () => stack.disposeAsync(),
  };
}

/** Opens a database that exists as long as the app, which several tests share. */
async function ownDatabase(engine: Engine, stack: AsyncDisposableStack): Promise<Database> {
  const url = await (engine === "sqlite" ? ownFile(stack) : ownServer(stack));
  const database = await openDatabase({ url });
  stack.defer(() => database.close());
  return database;
}

async function ownFile(stack: AsyncDisposableStack): Promise<string> {
  return freshFile(await ownFolder(stack));
}

async function ownFolder(stack: AsyncDisposableStack): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-http-"));
  stack.defer(() => rm(dir, { recursive: true }));
  return dir;
}

async function ownServer(stack: AsyncDisposableStack): Promise<string> {
  const { url, drop } = await freshPostgres();
  stack.defer(drop);
  return url;
}
