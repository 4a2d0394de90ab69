import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPerson, type Person } from "#/testing/person.ts";
import { type RealApp, startRealApp } from "#/testing/real-app.ts";

describe.each([
  [false, "slack.not_configured", "Slack is not configured on this server"],
  [true, "slack.not_available", "Slack is not available on this server yet"],
] as const)("Slack, registered with the server: %s", (isSetUp, code, message) => {
  let app: RealApp;
  let anna: Person;
  beforeAll(async () => {
    app = await startRealApp("sqlite", { services: () => ({ slack: { isSetUp } }) });
    anna = await aPerson(app.origin, "Anna");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("has no workspaces, and says whether there could be any", async () => {
    expect(await anna.client.call("GET /api/slack/accounts", {})).toEqual({
      success: true,
      accounts: [],
      isSetUp,
    });
  });

  it("says why no workspace can be linked", async () => {
    expect(await anna.client.refusal("GET /api/slack/oauth-url", {})).toEqual({
      status: 422,
      code,
      message,
    });
  });

  it("knows no workspace that could be let go of", async () => {
    const team = { slack_team_id: "T0123" };
    const refused = await anna.client.refusal("DELETE /api/slack/disconnect/{slack_team_id}", team);
    expect(refused).toMatchObject({ status: 404, code: "slack.not_connected" });
  });
});
