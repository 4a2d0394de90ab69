import {
  chooseFollowUp,
  dropPreparedAnswer,
  followUpSettings,
  listFollowUps,
  preparedAnswer,
  saveFollowUpSettings,
  writeNudge,
} from "@inlet/contract/follow-ups.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { untilGone } from "#/http/until-gone.ts";

/** What nobody has answered, words to ask again, and answers that wait to be sent. */
export function followUpRoutes(api: Api): void {
  const { followUps } = api.services;

  route(api, listFollowUps, (_input, { caller, reply }) =>
    followUps.list(caller.userId, untilGone(reply)),
  );

  route(api, chooseFollowUp, async (chosen, { caller }) => {
    await followUps.choose(caller.userId, chosen);
    return { ok: true as const };
  });

  route(api, writeNudge, (asked, { caller, reply }) =>
    followUps.nudge(caller.userId, asked, untilGone(reply)),
  );

  route(api, preparedAnswer, ({ emailId }, { caller }) => followUps.answer(caller.userId, emailId));

  route(api, dropPreparedAnswer, async ({ emailId, isDropped }, { caller }) => {
    await followUps.dropAnswer(caller.userId, emailId, isDropped);
    return { ok: true as const };
  });

  route(api, followUpSettings, (_input, { caller }) => followUps.settings(caller.userId));

  route(api, saveFollowUpSettings, (chosen, { caller }) =>
    followUps.saveSettings(caller.userId, chosen),
  );
}
