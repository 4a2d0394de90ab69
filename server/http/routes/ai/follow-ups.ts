import {
  chooseFollowUp,
  dropPreparedAnswer,
  followUpSettings,
  listFollowUps as listFollowUpsEndpoint,
  preparedAnswer,
  saveFollowUpSettings,
  writeNudge as writeNudgeEndpoint,
} from "@inlet/contract/ai/follow-ups.ts";
import { listFollowUps } from "#/ai/follow-ups/list-follow-ups.ts";
import { readPreparedAnswer } from "#/ai/follow-ups/prepare-answers.ts";
import { chooseFollowUpSettings, readFollowUpSettings } from "#/ai/follow-ups/settings.ts";
import { writeNudge } from "#/ai/follow-ups/write-nudge.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { disconnectSignal } from "#/http/disconnect-signal.ts";

/** Routes of unanswered mail, nudges, and prepared answers. */
export function followUpRoutes(api: Api): void {
  const { ai } = api;

  route(api, listFollowUpsEndpoint, (_input, { caller, reply }) =>
    listFollowUps(ai, caller.userId, disconnectSignal(reply)),
  );

  route(api, chooseFollowUp, async ({ putOffUntil, ...chosen }, { caller }) => {
    await ai.execute("followUps.choose", {
      ...chosen,
      userId: caller.userId,
      putOffUntil: putOffUntil === null ? 0 : Date.parse(putOffUntil),
    });
    return { ok: true as const };
  });

  route(api, writeNudgeEndpoint, (asked, { caller, reply }) =>
    writeNudge(ai, caller.userId, asked, disconnectSignal(reply)),
  );

  route(api, preparedAnswer, ({ emailId }, { caller }) =>
    readPreparedAnswer(ai, caller.userId, emailId),
  );

  route(api, dropPreparedAnswer, async ({ emailId: messageId, isDropped }, { caller }) => {
    await ai.execute("answers.drop", { userId: caller.userId, messageId, isDropped });
    return { ok: true as const };
  });

  route(api, followUpSettings, (_input, { caller }) => readFollowUpSettings(ai, caller.userId));

  route(api, saveFollowUpSettings, (chosen, { caller }) =>
    chooseFollowUpSettings(ai, caller.userId, chosen),
  );
}
