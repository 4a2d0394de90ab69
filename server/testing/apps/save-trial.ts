import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { IntegrationId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { integrationAdapters } from "#/processes/setup/integration-adapters.ts";
import type { Engine } from "#/store/engine/database.ts";
import { deliverNow, integrationContext } from "./deliver-now.ts";
import { testContext } from "./test-context.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { type NotionServer, startNotionServer } from "#/testing/fakes/notion/notion-server.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "./real-app.ts";
import { aMessage } from "./published-calls.ts";
import { startTrelloServer, type TrelloServer } from "#/testing/fakes/trello/trello-server.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

let people = 0;

/** Starts Inlet with a Notion and a Trello that it can reach. */
export async function startSaveTrial(engine: Engine) {
  const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-saves-"));
  const notion = await startNotionServer();
  const trello = await startTrelloServer();
  const egress = egressToLoopback();
  const settings = {
    telegram: null,
    slack: null,
    saving: { notion: { apiUrl: notion.url }, trello: { apiUrl: trello.url } },
  };
  const app = await startRealApp(engine, {
    context: (parts) => testContext(parts, blobsDir, { egress, integrations: settings }),
  });
  const core = () => integrationContext(app, egress);

  /** Runs the delivery job of an integration once. */
  const deliver = (userId: UserId, integrationId: IntegrationId) =>
    deliverNow(core(), integrationAdapters(core(), settings), { userId, integrationId });

  return {
    app,
    notion,
    trello,
    someone: () => createSaver({ app, notion, trello, deliver }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await notion[Symbol.asyncDispose]();
      await trello[Symbol.asyncDispose]();
      await rm(blobsDir, { recursive: true });
    },
  };
}

export type SaveTrial = Awaited<ReturnType<typeof startSaveTrial>>;
export type Saver = Awaited<ReturnType<SaveTrial["someone"]>>;

/** Creates a user with a mailbox, with functions for their actions. */
async function createSaver({
  app,
  notion,
  trello,
  deliver,
}: {
  app: RealApp;
  notion: NotionServer;
  trello: TrelloServer;
  deliver: (userId: UserId, integrationId: IntegrationId) => Promise<number | null>;
}) {
  const person = await signUpUser(app.origin, `Saver${people++}`);
  const { client } = person;
  const userId = person.user.id;
  const mailbox = await aMailbox(app.execute, userId, `saver${people}`);
  let uid = 11;
  const came = (message?: { subject?: string; text?: string }) =>
    ingestDrawings(app, { userId, ...mailbox }, uid++, message);
  async function connectNotion(placeId: string): Promise<IntegrationId> {
    const { integration } = await client.call("POST /notion", { token: notion.token, placeId });
    if (!integration) throw new Error("It was not connected.");
    return integration.id;
  }
  async function connectTrello(placeId: string): Promise<IntegrationId> {
    const { key, token } = trello;
    const { integration } = await client.call("POST /trello", { key, token, placeId });
    if (!integration) throw new Error("It was not connected.");
    return integration.id;
  }
  const work = (integrationId: IntegrationId) => deliver(userId, integrationId);
  /** Saves, runs the job, and returns the resulting state. */
  async function saved(
    integrationId: IntegrationId,
    emailId: MessageId,
    task: { title?: string; due?: string | null; checklist?: string[] } = {},
  ) {
    await client.call("POST /email/{emailId}/save", {
      emailId,
      integrationId,
      title: "The drawings",
      due: null,
      checklist: [],
      ...task,
    });
    await work(integrationId);
    return stateOf(integrationId, emailId);
  }
  const stateOf = (integrationId: IntegrationId, emailId: MessageId) =>
    client.call("GET /email/{emailId}/save/{integrationId}", { emailId, integrationId });
  async function place(id: IntegrationId) {
    const { integrations } = await client.call("GET /integrations", {});
    return integrations.find((one) => one.id === id);
  }
  return {
    person,
    client,
    userId,
    came,
    connectNotion,
    connectTrello,
    work,
    saved,
    stateOf,
    place,
  };
}

/** Returns the day on which the drawings are due: a month later, because a past day is not suggested. */
export const drawingsDue = (clock: RealApp["clock"]): string =>
  new Date(clock.now() + 30 * 24 * 3600_000).toISOString().slice(0, 10);

/** Stores a message that asks for drawings. */
async function ingestDrawings(
  { execute, clock }: RealApp,
  { userId, accountId, folderId }: Pick<Mailbox, "accountId" | "folderId"> & { userId: UserId },
  uid: number,
  message: { subject?: string; text?: string } = {},
): Promise<MessageId> {
  const { text = `Please send the drawings by ${drawingsDue(clock)}.` } = message;
  const [stored] = await execute("messages.takeIn", {
    userId,
    accountId,
    folderId,
    messages: [
      aMessage({
        uid,
        isLive: true,
        internalDate: clock.now(),
        message: {
          subject: "The drawings",
          text,
          preview: text.slice(0, 200),
          ...message,
          messageId: `${userId}.${uid}@x.example`,
        },
      }),
    ],
  });
  if (!stored) throw new Error("nothing was stored");
  return stored.messageId;
}
