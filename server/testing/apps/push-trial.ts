import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { decideNotifications, notifyOfArrival } from "#/mail/notify/decide-notifications.ts";
import { type PushContext, pushDue } from "#/mail/notify/push.ts";
import { vapidKeys } from "#/mail/notify/vapid.ts";
import type { Engine } from "#/store/engine/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type PushService, startPushService } from "#/testing/fakes/push-service.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import { startTestAuthority } from "#/testing/fakes/certificate-authority.ts";
import { egressTo } from "#/testing/fakes/web-egress.ts";

/** A message's differences from a plain one, and the index of its mailbox. */
type Arriving = Parameters<typeof aMessage>[0] & { in?: 0 | 1 };

/** A user with two mailboxes who wants notifications of new mail. */
interface Reader {
  /** The number of this reader. */
  number: number;
  person: SignedUpUser;
  userId: UserId;
  accountIds: AccountId[];
  /** Ingests a message and runs its job. */
  lands: (one: Arriving) => Promise<MessageId>;
  /** The same, followed by the decision on notifications. */
  arrives: (...given: Arriving[]) => Promise<MessageId[]>;
}

/** The HTTP server with a push service. Its jobs run only when the test starts them. */
export interface Notifications extends AsyncDisposable {
  app: RealApp;
  service: PushService;
  mail: PushContext;
  aReader: (chosen?: Partial<MailPreferences["notifications"]>) => Promise<Reader>;
  aBrowser: (person: SignedUpUser) => Promise<ReturnType<PushService["newBrowser"]>>;
  /** Returns the ids of browsers with a waiting job. */
  pushJobs: (userId: UserId) => Promise<string[]>;
  /** Runs this user's jobs. */
  work: (userId: UserId, attempts?: number) => Promise<void>;
  /** Returns the titles of all pushed notifications. */
  shown: () => string[];
}

/** Starts the server and the push service. */
export async function startNotifying(engine: Engine): Promise<Notifications> {
  const stack = new AsyncDisposableStack();
  const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-telling-"));
  stack.defer(() => rm(blobsDir, { recursive: true }));
  const authority = stack.use(await startTestAuthority());
  const egress = egressTo("push.example");
  const app = stack.use(
    await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir, { egress, canSendMail: true }),
    }),
  );
  const { database, execute, clock } = app;
  const box = createSecretBox(Buffer.alloc(32, 1));
  const log = createLog("silent");
  const mail = { database, execute, clock, box, egress, log, publicUrl: "https://inlet.example" };
  const service = stack.use(
    await startPushService(authority, async () => (await vapidKeys(mail)).publicKey),
  );
  let count = 0;

  const pushJobs = async (userId: UserId) => {
    const rows = await database.reader
      .selectFrom("jobs")
      .select("subject_id")
      .where("kind", "=", "push")
      .where("user_id", "=", userId)
      .execute();
    return rows.map((row) => row.subject_id.slice(row.subject_id.indexOf("/") + 1));
  };

  return {
    app,
    service,
    mail,
    pushJobs,
    aReader: (chosen = {}) => createReader(app, mail, ++count, chosen),
    async aBrowser(person) {
      const browser = service.newBrowser();
      await person.client.call("PUT /user/push", browser.subscription);
      service.pushed.length = 0;
      return browser;
    },
    async work(userId, attempts = 1) {
      for (const subscriptionId of await pushJobs(userId)) {
        await pushDue(mail, { userId, subscriptionId, attempts });
      }
    },
    shown: () => service.pushed.flatMap(({ notes }) => notes.map(({ title }) => title)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Signs up a user with two mailboxes and these settings of notifications. */
async function createReader(
  { origin, execute, clock }: RealApp,
  mail: PushContext,
  number: number,
  chosen: Partial<MailPreferences["notifications"]>,
): Promise<Reader> {
  const person = await signUpUser(origin, `Reader${number}`);
  const { id: userId } = person.user;
  const notifications = { ...usualPreferences.notifications, desktop: true, ...chosen };
  await person.client.call("PUT /user/preferences", { notifications });
  const boxes: { accountId: AccountId; folderId: FolderId }[] = [];
  for (const name of ["north", "south"]) {
    const accountId = await anAccount(execute, userId, `${name}${number}@example.org`);
    const [inbox] = await someFolders(execute, userId, accountId, ["inbox", "archive"]);
    if (!inbox) throw new Error("no inbox");
    boxes.push({ accountId, folderId: inbox.id });
  }
  let uid = 0;
  const lands: Reader["lands"] = async ({ in: at = 0, ...one }) => {
    uid += 1;
    const where = boxes[at];
    if (!where) throw new Error("no such box");
    const message = aMessage({ uid, isLive: true, internalDate: clock.time, ...one });
    const batch = { userId, ...where, messages: [message] };
    const [ingested] = await execute("messages.takeIn", batch);
    if (!ingested) throw new Error("not taken in");
    await notifyOfArrival(mail, { userId, messageId: ingested.messageId, at: clock.now() });
    return ingested.messageId;
  };
  const arrives: Reader["arrives"] = async (...given) => {
    const ids: MessageId[] = [];
    for (const one of given) ids.push(await lands(one));
    await decideNotifications(mail, userId);
    return ids;
  };
  const accountIds = boxes.map(({ accountId }) => accountId);
  return { number, person, userId, lands, arrives, accountIds };
}
