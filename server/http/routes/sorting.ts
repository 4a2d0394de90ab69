import {
  countTurns,
  forgetLessons,
  readSorting,
  sortSender,
  unsortSender,
  whySorted,
  wishSorting,
} from "@inlet/contract/sorting.ts";
import { readOwnSorting, sortMailOf, turnsOf, whyIsSorted } from "#/ai/classify/settings.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Routes of the classification: its reasons, its training examples, and the turns of threads. */
export function sortingRoutes(api: Api): void {
  const { ai } = api;

  route(api, whySorted, ({ emailId }, { caller }) => whyIsSorted(ai, caller.userId, emailId));

  route(api, readSorting, (_input, { caller }) => readOwnSorting(ai, caller.userId));

  route(api, wishSorting, async (chosen, { caller }) => {
    await ai.execute("sorting.wish", { userId: caller.userId, chosen });
    return { ok: true as const };
  });

  route(api, sortSender, async (said, { caller }) => {
    await sortMailOf(ai, caller.userId, said);
    return { ok: true as const };
  });

  route(api, unsortSender, async ({ address }, { caller }) => {
    await ai.execute("sorting.sender", {
      userId: caller.userId,
      address: address.toLowerCase(),
      sorting: null,
    });
    return { ok: true as const };
  });

  route(api, forgetLessons, async (_input, { caller }) => {
    await ai.execute("sorting.forget", { userId: caller.userId });
    return { ok: true as const };
  });

  route(api, countTurns, (_input, { caller }) => turnsOf(ai, caller.userId));
}
