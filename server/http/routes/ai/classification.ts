import {
  countTurns,
  forgetTraining,
  readClassification,
  classifySender,
  unclassifySender,
  whyClassified,
  changeClassification,
} from "@inlet/contract/ai/classification.ts";
import {
  readOwnClassification,
  classifyMailOf,
  turnsOf,
  whyIsClassified,
} from "#/ai/classify/settings.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Routes of the classification: its reasons, its training examples, and the turns of threads. */
export function classificationRoutes(api: Api): void {
  const { ai } = api;

  route(api, whyClassified, ({ emailId }, { caller }) =>
    whyIsClassified(ai, caller.userId, emailId),
  );

  route(api, readClassification, (_input, { caller }) => readOwnClassification(ai, caller.userId));

  route(api, changeClassification, async (chosen, { caller }) => {
    await ai.execute("sorting.wish", { userId: caller.userId, chosen });
    return { ok: true as const };
  });

  route(api, classifySender, async (choice, { caller }) => {
    await classifyMailOf(ai, caller.userId, choice);
    return { ok: true as const };
  });

  route(api, unclassifySender, async ({ address }, { caller }) => {
    await ai.execute("sorting.sender", {
      userId: caller.userId,
      address: address.toLowerCase(),
      classification: null,
    });
    return { ok: true as const };
  });

  route(api, forgetTraining, async (_input, { caller }) => {
    await ai.execute("sorting.forget", { userId: caller.userId });
    return { ok: true as const };
  });

  route(api, countTurns, (_input, { caller }) => turnsOf(ai, caller.userId));
}
