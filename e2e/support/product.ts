import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { selfSigned } from "../../server/testing/factories/certificate.ts";
import { apiOf, type CallApi } from "../../tools/demo/api.ts";
import {
  connectMailbox,
  type Mailbox,
  type MailServers,
  startMailServers,
} from "../../tools/demo/mail-servers.ts";
import { fillMaildir } from "../../tools/demo/maildir.ts";
import { type Server, startServer } from "./server.ts";

/** The built product with its own two mail servers, each with an IMAP and an SMTP side. */
export interface Product extends AsyncDisposable {
  app: Pick<Server, "url">;
  /** Ends the server as a crash does, and restarts it at the same address. The callback may change its data in between. */
  restart: (meanwhile?: (place: Server["place"]) => Promise<void>) => Promise<void>;
  list: ListServer;
  /** Returns an unregistered user with an empty mailbox on each server. */
  newUser: () => TestUser;
  /**
   * Removes the mailboxes of all users registered so far from the product. Each holds connections that watch for changes, and a
   * system allows 128 of them (inotify instances): beyond that, a server polls every 30 s.
   */
  release: () => Promise<void>;
}

/** A user who may not be registered yet. */
export interface TestUser {
  name: string;
  email: string;
  password: string;
  mailboxes: readonly [UserMailbox, UserMailbox];
  /** Registers over the API; returns a function that calls the API as this user. */
  register: () => Promise<CallApi>;
  /** Registers the user and connects both mailboxes. The option skips the undo period, in tests that do not test it. */
  connect: (chosen?: { sendsImmediately: boolean }) => Promise<CallApi>;
}

export interface UserMailbox extends Mailbox {
  servers: MailServers;
  deliver: (raw: Buffer | string) => Promise<void>;
  /** Stores messages with an earlier INTERNALDATE, by which lists are ordered. Flags are Maildir's letters. */
  hold: (messages: readonly { date: number; raw: Buffer; flags?: string }[]) => void;
}

/** A mailing list's web server, and the requests that it received. */
interface ListServer {
  leaveUrl: string;
  asked: { method: string | undefined; path: string | undefined; body: string; cookie: unknown }[];
}

/** Settings for a process of the product that make password hashes almost free. */
export const cheapPasswords = {
  NODE_OPTIONS: `--import=${new URL("cheap-passwords.ts", import.meta.url).href}`,
};

/** More mailboxes than the tests need: Dovecot reads its users only once. */
const mailboxesPerServer = 1000;

/** Starts everything on loopback and in a temporary folder, which is removed at the end. */
export async function startProduct(
  options: { env?: Record<string, string> } = {},
): Promise<Product> {
  await using starting = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-e2e-"));
  starting.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));

  const [north, south] = ["north.example", "south.example"].map((domain) =>
    Array.from({ length: mailboxesPerServer }, (_, at) => ({
      address: `person${at}@${domain}`,
      password: randomBytes(9).toString("base64url"),
    })),
  );
  if (!north || !south) throw new Error("Two servers are two.");
  const between: { servers?: readonly MailServers[] } = {};
  const otherPlace = async (recipient: string, raw: Buffer) => {
    const other = between.servers?.find(({ mailboxes }) =>
      mailboxes.some(({ address }) => address === recipient),
    );
    await other?.imap.deliver(recipient, raw);
  };
  const first = starting.use(await startMailServers({ mailboxes: north, elsewhere: otherPlace }));
  const second = starting.use(await startMailServers({ mailboxes: south, elsewhere: otherPlace }));
  between.servers = [first, second];
  const dataDir = path.join(dir, "data");
  const certificate = await selfSigned();
  const authority = path.join(dir, "authority.pem");
  await writeFile(authority, certificate.cert);
  const list = starting.use(await startListServer(certificate));
  // The tests register more users than one IP address may in an hour.
  const env = {
    ...cheapPasswords,
    NODE_EXTRA_CA_CERTS: authority,
    INLET_TRUST_PROXY: "127.0.0.1",
    ...options.env,
  };
  const app = starting.use(await startServer({ dataDir, env }));
  const { url } = app;
  const restart: Product["restart"] = async (meanwhile) => {
    await app.kill();
    await meanwhile?.(app.place);
    await app.start();
  };

  let count = 0;
  const registered: CallApi[] = [];
  const release = async () => {
    await Promise.all(registered.splice(0).map(removeAccounts));
  };
  const newUser = (): TestUser => {
    const at = count++;
    const mailboxes = [userMailbox(first, at), userMailbox(second, at)] as const;
    const user = {
      name: `Person ${at}`,
      email: `person${at}@example.com`,
      password: `harbour light ${at}`,
    };
    const register = async () => {
      const from = `10.0.${at >> 8}.${at & 255}`;
      const { token } = await apiOf(url, "", from)("POST /user/register", user);
      const call = apiOf(url, token);
      registered.push(call);
      return call;
    };
    const connect = async ({ sendsImmediately = false } = {}) => {
      const call = await register();
      if (sendsImmediately) await call("PUT /user/preferences", { undoSeconds: 0 });
      for (const one of mailboxes) await connectMailbox(call, one.servers, one);
      return call;
    };
    return { ...user, mailboxes, register, connect };
  };
  const resources = starting.move();
  return {
    app: { url },
    restart,
    list,
    newUser,
    release,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns the mailbox with this number on these servers. */
function userMailbox(servers: MailServers, at: number): UserMailbox {
  const taken = servers.mailboxes[at];
  if (!taken) throw new Error(`Only ${mailboxesPerServer} persons are prepared.`);
  const hold: UserMailbox["hold"] = (messages) => {
    const filed = messages.map((mail) => ({ flags: "", ...mail, folder: "INBOX" }));
    fillMaildir(servers.imap.maildir(taken.address), filed);
  };
  const deliver = (raw: Buffer | string) => servers.imap.deliver(taken.address, raw);
  return { ...taken, servers, deliver, hold };
}

/** Removes the accounts. A user who signed out or deleted their account during the test keeps theirs. */
async function removeAccounts(call: CallApi): Promise<void> {
  const { accounts } = await call("GET /imap/accounts", {}).catch(() => ({ accounts: [] }));
  await Promise.allSettled(accounts.map(({ id }) => call("DELETE /imap/{id}", { id })));
}

/** Starts a server that confirms every request to unsubscribe. */
async function startListServer(tls: {
  key: string;
  cert: string;
}): Promise<ListServer & AsyncDisposable> {
  const asked: ListServer["asked"] = [];
  const server = createServer(tls, (request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      asked.push({ method, path: url, body, cookie: headers.cookie });
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No port is free.");
  return {
    leaveUrl: `https://127.0.0.1:${address.port}/leave`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
