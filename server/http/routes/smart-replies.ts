import {
  generateReplies,
  listTemplates,
  removeTemplate,
  saveTemplate,
  suggestTemplates,
  writeText,
} from "@inlet/contract/smart-replies.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { untilGone } from "#/http/until-gone.ts";

/** Words for the person to send or not: replies, templates, and what a model writes. */
export function smartReplyRoutes(api: Api): void {
  const { smartReplies } = api.services;

  route(api, generateReplies, (asked, { caller, reply }) =>
    smartReplies.replies(caller.userId, asked, untilGone(reply)),
  );

  route(api, suggestTemplates, (asked, { caller, reply }) =>
    smartReplies.templates(caller.userId, asked, untilGone(reply)),
  );

  route(api, writeText, (asked, { caller, reply }) =>
    smartReplies.write(caller.userId, asked, untilGone(reply)),
  );

  route(api, listTemplates, async (_input, { caller }) => ({
    templates: await smartReplies.ownTemplates(caller.userId),
  }));

  route(api, saveTemplate, async (template, { caller }) => ({
    template: await smartReplies.saveTemplate(caller.userId, template),
  }));

  route(api, removeTemplate, async ({ id }, { caller }) => {
    await smartReplies.removeTemplate(caller.userId, id);
    return { ok: true as const };
  });
}
