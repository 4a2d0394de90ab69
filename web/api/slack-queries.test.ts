import { expect, test } from "vitest";
import { readSlack } from "#/api/slack-queries.ts";

const workspace = {
  slack_team_id: "T1",
  slack_team_name: "Harbour",
  slack_bot_user_id: "B1",
  slack_user_id: "U1",
  created_at: "2026-11-22T08:00:00.000Z",
};

test("returns a list of workspaces unchanged", () => {
  const answer = { success: true as const, accounts: [workspace], isSetUp: true };
  expect(readSlack(answer)).toEqual({ workspaces: [workspace], isSetUp: true });
});

test("reads the response with a single workspace, in its own format", () => {
  const { workspaces } = readSlack({ success: true, slack_team_id: "T1", SlackName: "Harbour" });
  expect(workspaces).toMatchObject([{ slack_team_id: "T1", slack_team_name: "Harbour" }]);
});

test("reads every other response as no workspace", () => {
  expect(readSlack({})).toEqual({ workspaces: [], isSetUp: false });
  expect(readSlack({ success: true, accounts: [] }).workspaces).toEqual([]);
});
