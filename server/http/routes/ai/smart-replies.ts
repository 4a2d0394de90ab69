import {
  generateReplies,
  listTemplates as listTemplatesEndpoint,
  removeTemplate,
  saveTemplate,
  suggestTemplates as suggestTemplatesEndpoint,
  writeText as writeTextEndpoint,
} from "@inlet/contract/ai/smart-replies.ts";
import { suggestReplies } from "#/ai/replies/suggest-replies.ts";
import { writeText } from "#/ai/replies/write-text.ts";
import { dropTemplate, storeTemplate, listTemplates } from "#/ai/templates/own-templates.ts";
import { suggestTemplates } from "#/ai/templates/suggest-templates.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { disconnectSignal } from "#/http/disconnect-signal.ts";

/** Routes for suggested texts: replies, templates and text by a model. */
export function smartReplyRoutes(api: Api): void {
  const { ai } = api;

  route(api, generateReplies, (asked, { caller, reply }) =>
    suggestReplies(ai, caller.userId, asked, disconnectSignal(reply)),
  );

  route(api, suggestTemplatesEndpoint, (asked, { caller, reply }) =>
    suggestTemplates(ai, caller.userId, asked, disconnectSignal(reply)),
  );

  route(api, writeTextEndpoint, (asked, { caller, reply }) =>
    writeText(ai, caller.userId, asked, disconnectSignal(reply)),
  );

  route(api, listTemplatesEndpoint, async (_input, { caller }) => ({
    templates: await listTemplates(ai, caller.userId),
  }));

  route(api, saveTemplate, async (template, { caller }) => ({
    template: await storeTemplate(ai, caller.userId, template),
  }));

  route(api, removeTemplate, async ({ id }, { caller }) => {
    await dropTemplate(ai, caller.userId, id);
    return { ok: true as const };
  });
}
