import {
  aiLedger,
  aiSettings,
  aiStatus,
  saveAiSettings,
  testAiSettings,
} from "@inlet/contract/ai-models.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Which model is asked, and what was asked of it. */
export function modelRoutes(api: Api): void {
  const { models } = api.services;

  route(api, aiStatus, (_input, { caller }) => models.status(caller.userId));

  route(api, aiSettings, async (_input, { caller }) => ({
    settings: await models.settings(caller.userId),
  }));

  route(api, saveAiSettings, (chosen, { caller }) => models.save(caller.userId, chosen));

  route(api, testAiSettings, async (asked, { caller }) => ({
    trial: await models.test(caller.userId, asked),
  }));

  route(api, aiLedger, (page, { caller }) => models.ledger(caller.userId, page));
}
