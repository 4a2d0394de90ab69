import {
  countTurns,
  forgetLessons,
  readSorting,
  sortSender,
  unsortSender,
  whySorted,
  wishSorting,
} from "@inlet/contract/sorting.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Why mail is sorted as it is, what was learned of the person, and whose turn it is. */
export function sortingRoutes(api: Api): void {
  const { sorting } = api.services;

  route(api, whySorted, ({ emailId }, { caller }) => sorting.why(caller.userId, emailId));

  route(api, readSorting, (_input, { caller }) => sorting.read(caller.userId));

  route(api, wishSorting, async (chosen, { caller }) => {
    await sorting.wish(caller.userId, chosen);
    return { ok: true as const };
  });

  route(api, sortSender, async (said, { caller }) => {
    await sorting.sortSender(caller.userId, said);
    return { ok: true as const };
  });

  route(api, unsortSender, async ({ address }, { caller }) => {
    await sorting.unsortSender(caller.userId, address);
    return { ok: true as const };
  });

  route(api, forgetLessons, async (_input, { caller }) => {
    await sorting.forget(caller.userId);
    return { ok: true as const };
  });

  route(api, countTurns, (_input, { caller }) => sorting.turns(caller.userId));
}
