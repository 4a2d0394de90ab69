import {
  aiLedger,
  aiSettings,
  aiStatus,
  saveAiSettings,
  testAiSettings,
} from "@inlet/contract/ai/ai-models.ts";
import {
  readLedger,
  readSettings,
  readStatus,
  saveSettings,
  testModel,
} from "#/ai/model/models.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Routes about the model in use, and the record of its calls. */
export function modelRoutes(api: Api): void {
  const { models } = api;

  route(api, aiStatus, (_input, { caller }) => readStatus(models, caller.userId));

  route(api, aiSettings, async (_input, { caller }) => ({
    settings: await readSettings(models, caller.userId),
  }));

  route(api, saveAiSettings, (chosen, { caller }) => saveSettings(models, caller.userId, chosen));

  route(api, testAiSettings, async (asked, { caller }) => ({
    trial: await testModel(models, caller.userId, asked),
  }));

  route(api, aiLedger, (page, { caller }) => readLedger(models, caller.userId, page));
}
