import { noteBriefSeen, readBrief } from "@inlet/contract/brief.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** What somebody needs to know of their mail in the morning. */
export function briefRoutes(api: Api): void {
  const { brief } = api.services;

  route(api, readBrief, (_input, { caller }) => brief.read(caller.userId));

  route(api, noteBriefSeen, async ({ day }, { caller }) => {
    await brief.noteSeen(caller.userId, day);
    return { ok: true as const };
  });
}
