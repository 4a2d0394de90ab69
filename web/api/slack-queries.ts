import type { Api } from "@inlet/contract/api.ts";
import type { SlackWorkspace } from "@inlet/contract/integrations/slack.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

type Field = "integration" | "place" | "hasBrief";
/** A workspace in the list; its integration fields may be unknown. */
export type ShownWorkspace = Omit<SlackWorkspace, Field> & Partial<Pick<SlackWorkspace, Field>>;

/** The parts of the response that are read: a list, or a single workspace in separate fields. */
export type SlackAnswer = Partial<Omit<Api["GET /api/slack/accounts"]["output"], "accounts">> & {
  accounts?: ShownWorkspace[];
  slack_team_id?: string;
  SlackName?: string;
};

/** Linked Slack workspaces, and whether this server can link any. */
export const slackQuery = queryOptions({
  queryKey: [...queryKeys.settings, "slack"],
  queryFn: async ({ signal }) => readSlack(await call("GET /api/slack/accounts", {}, { signal })),
});

/** Channels of this workspace where mail can be posted. They are requested from Slack every time. */
export const slackChannelsQuery = (teamId: string) =>
  queryOptions({
    queryKey: ["slack-channels", teamId],
    queryFn: ({ signal }) =>
      call("GET /api/slack/channels/{slack_team_id}", { slack_team_id: teamId }, { signal }),
    staleTime: 0,
    retry: false,
  });

/** Returns both formats of the response in one. */
export function readSlack(answer: SlackAnswer): { workspaces: ShownWorkspace[]; isSetUp: boolean } {
  const isSetUp = answer.isSetUp ?? false;
  if (answer.accounts) return { workspaces: answer.accounts, isSetUp };
  if (!answer.slack_team_id) return { workspaces: [], isSetUp };
  const single = {
    slack_team_id: answer.slack_team_id,
    slack_team_name: answer.SlackName ?? "",
    slack_bot_user_id: "",
    slack_user_id: "",
    created_at: "",
  };
  return { workspaces: [single], isSetUp };
}
