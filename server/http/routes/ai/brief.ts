import { recordBriefSeen, readBrief } from "@inlet/contract/ai/brief.ts";
import { leaveBrief } from "@inlet/contract/ai/unsubscribe-brief.ts";
import { composeBrief } from "#/ai/brief/compose-brief.ts";
import { leaverOf } from "#/base/unsubscribe-token.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { currentBrief } from "#/mail/notify/brief-period.ts";
import { leaveBriefByMail } from "#/mail/notify/unsubscribe-brief.ts";

/** Routes of the daily brief. */
export function briefRoutes(api: Api): void {
  const { ai, mail } = api;

  route(api, readBrief, async (_input, { caller }) => {
    const { isSeen, ...period } = await currentBrief(mail, caller.userId);
    return { brief: await composeBrief(ai, caller.userId, period), isSeen };
  });

  route(api, recordBriefSeen, async ({ day }, { caller }) => {
    await mail.execute("brief.seen", { userId: caller.userId, day });
    return { ok: true as const };
  });

  // The mail client of a user who unsubscribes sends a form. The address already holds its content.
  void api.server.register(async (server) => {
    const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
    server.addContentTypeParser(forms, { parseAs: "string" }, (_request, _body, done) => {
      done(null, undefined);
    });
    route({ ...api, server }, leaveBrief, async ({ token }, { fail }) => {
      await leaveBriefByMail(mail, leaverOf(api.signer, token) ?? fail("link.expired"));
      return { ok: true as const };
    });
    server.get(leaveBrief.path.replace("{token}", ":token"), (_request, reply) =>
      reply.redirect("/app/settings?tab=notifications", 303),
    );
  });
}
