import type { Brief } from "@inlet/contract/ai/brief.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { readMessage } from "#/testing/fakes/slack/check-blocks.ts";
import { type SlackApp, startSlackApp } from "#/testing/fakes/slack/slack-app.ts";
import { type SlackServer, startSlackServer } from "#/testing/fakes/slack/slack-server.ts";
import { briefToIntegration } from "./brief-to-integration.ts";

const hour = 3600_000;
const harbour = { team: "T0HARBOUR", user: "U0ADA" };
const noon = Date.UTC(2026, 10, 21, 12);

const aBrief = (day: string): Brief => {
  const at = new Date(noon).toISOString();
  const nothing = { lines: [], more: 0 };
  return {
    day,
    since: at,
    madeAt: at,
    answer: nothing,
    deadlines: nothing,
    waiting: nothing,
    rest: [],
  };
};

let slack: SlackServer;
let app: SlackApp;
let ada: SignedUpUser;
beforeAll(async () => {
  slack = await startSlackServer();
  slack.addTeam({
    id: "T0HARBOUR",
    name: "Harbour",
    channels: [{ id: "C0GENERAL", name: "general" }],
  });
  app = await startSlackApp("sqlite", slack, async (_userId, day) => aBrief(day));
  ada = await signUpUser(app.origin, "Ada");
  app.clock.time = noon;
  const timeZone = "Atlantic/Reykjavik";
  const { preferences } = await ada.client.call("GET /user/preferences", {});
  await ada.client.call("PUT /user/preferences", {
    notifications: { ...preferences.notifications, timeZone, summaryHour: 8 },
  });
  await app.follow(ada, harbour, "C0GENERAL");
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await slack[Symbol.asyncDispose]();
});

const jobs = () =>
  app.database.reader
    .selectFrom("jobs")
    .selectAll()
    .where("kind", "=", "brief-to-integration")
    .execute();
const request = (hasBrief: boolean) =>
  ada.client.call("PUT /api/slack/channels/{slack_team_id}", {
    slack_team_id: "T0HARBOUR",
    hasBrief,
  });
const briefs = () =>
  slack.messages
    .map(({ blocks }) => readMessage(blocks).words)
    .filter((words) => words.startsWith("Your brief"));
/** Runs the job. Returns the hours until its next run, or null if it does not run again. */
const run = async () => {
  const [job] = await jobs();
  if (!job) throw new Error("There is no job.");
  try {
    await briefToIntegration(app)(job);
    return null;
  } catch (error) {
    if (!(error instanceof RetryAfter)) throw error;
    return error.waitMs / hour;
  } finally {
    await app.deliver(ada.user.id);
  }
};

it("posts the brief once a day at the user's hour, from the request until the user turns it off", async () => {
  expect(await jobs()).toEqual([]);
  await request(true);
  // Today's brief was due before the request.
  expect(await run()).toBe(20);
  expect(briefs()).toEqual([]);
  app.clock.time = noon + 20 * hour;
  expect(await run()).toBe(24);
  expect(await run()).toBe(24);
  expect(briefs()).toEqual(["Your brief for 2026-11-22\nYou're all caught up."]);
  app.clock.time += 31 * hour;
  // A brief that is seven hours late is skipped.
  expect(await run()).toBe(17);
  expect(briefs()).toHaveLength(1);
  await request(false);
  expect(await run()).toBeNull();
});
