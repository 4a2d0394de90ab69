import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MessageId } from "@inlet/contract/ids.ts";
import { classifyArrived } from "#/ai/classify/classification.ts";
import type { ModelQuestion, UserModel } from "#/ai/model/port.ts";
import { createLog } from "#/base/log.ts";
import type { Engine } from "#/store/engine/database.ts";
import {
  type AnswerableMailbox,
  anAnswerableMailbox,
} from "#/testing/mailboxes/answerable-mailbox.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { startRealApp } from "#/testing/apps/real-app.ts";

type Mail = Parameters<AnswerableMailbox["receive"]>[0];

/** A Monday, 09:00 UTC. */
export const monday = Date.UTC(2026, 10, 16, 9);
export const hour = 3600_000;
export const day = 24 * hour;
export const maria = { name: "Maria Lindqvist", address: "maria@example.com" };
/** Anna's message to Maria, and below Maria's to Anna. */
export const question = {
  subject: "The mooring plan",
  text: "Hi Maria,\n\ncould you please send me the mooring plan by Thursday?\n\nBest,\nAnna",
};
export const asked = {
  subject: "Budget",
  text: "Hi Anna,\n\ncould you please review the budget draft by Thursday?\n\nBest,\nMaria",
};

/** Starts a server on which users send each other requests, with a model that returns the test's answers. */
export async function startUnanswered(engine: Engine) {
  const stack = new AsyncDisposableStack();
  const blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-unanswered-"));
  stack.defer(() => rm(blobsDir, { recursive: true }));
  const model: { answer: ((question: ModelQuestion<unknown>) => unknown) | null } = {
    answer: null,
  };
  const port = { forUser: async () => (model.answer === null ? null : asModel(model.answer)) };
  const app = stack.use(
    await startRealApp(engine, {
      context: (parts) => testContext(parts, blobsDir, { model: port }),
    }),
  );
  const ai = { ...app, log: createLog("silent") };
  let persons = 0;
  return {
    app,
    ai,
    model,
    /** Creates a new user named Anna, with the clock three working days after the Monday. */
    async anna() {
      model.answer = null;
      // The session must start after any time to which a test moves the clock.
      app.clock.time = monday + 30 * day;
      persons += 1;
      const anna = await signUpUser(app.origin, "Anna", `anna${persons}@example.net`);
      const messages = await anAnswerableMailbox(app.execute, anna.user.id, "anna");
      app.clock.time = monday + 3 * day + hour;
      const classified = async (messageId: MessageId) => {
        await classifyArrived(ai, { userId: anna.user.id, messageId });
        return messageId;
      };
      return {
        anna,
        messages,
        send: async (mail: Mail) =>
          classified(await messages.send({ to: [maria], at: monday, ...mail })),
        receive: async (mail: Mail) => classified(await messages.receive({ at: monday, ...mail })),
        list: async ({ client }: SignedUpUser = anna) =>
          (await client.call("GET /follow-ups", {})).followUps,
        ready: async () => (await anna.client.call("GET /follow-ups", {})).ready,
      };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function asModel(answer: (question: ModelQuestion<unknown>) => unknown): UserModel {
  return {
    name: "Quill",
    host: "models.example",
    answer: async (put) => put.shape.parse(answer(put)),
    stream: () => {
      throw new Error("A word after a mail is not streamed.");
    },
  };
}
