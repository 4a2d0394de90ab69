import { noteBriefSeen, readBrief } from "@inlet/contract/brief.ts";
import { leaveBrief } from "@inlet/contract/leave-brief.ts";
import { leaverOf } from "#/base/leave-token.ts";
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

  // The mail program of whoever has had enough sends a form; what it says the address has said already.
  void api.server.register(async (server) => {
    const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
    server.addContentTypeParser(forms, { parseAs: "string" }, (_request, _body, done) => {
      done(null, undefined);
    });
    route({ ...api, server }, leaveBrief, async ({ token }, { fail }) => {
      await brief.leave(leaverOf(api.signer, token) ?? fail("link.expired"));
      return { ok: true as const };
    });
    server.get(leaveBrief.path.replace("{token}", ":token"), (_request, reply) =>
      reply.redirect("/app/settings?tab=notifications", 303),
    );
  });
}
