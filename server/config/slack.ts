import { z } from "zod";
import { isWebAddress } from "./ai-model.ts";

/** What Slack gave the host for its app. */
export interface SlackApp {
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  /** Where Slack's Web API is, with a slash at its end. */
  apiUrl: string;
}

const usualApiUrl = "https://slack.com/api/";

/** The variables that describe it. */
export const slackVariables = {
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_API_URL: z.string().refine(isWebAddress).default(usualApiUrl),
};

/** What to do about each of them when its value is no good. */
export const slackMends = {
  SLACK_CLIENT_ID: "Use the client id that Slack shows for your app.",
  SLACK_CLIENT_SECRET: "Use the client secret that Slack shows for your app.",
  SLACK_SIGNING_SECRET: "Use the signing secret that Slack shows for your app.",
  SLACK_API_URL: `Use a web address, or leave it out for ${usualApiUrl}.`,
} satisfies Record<keyof typeof slackVariables, string>;

/** Null unless all that Slack gave is there: the host did not register Inlet. */
export function readSlack(given: {
  SLACK_CLIENT_ID?: string | undefined;
  SLACK_CLIENT_SECRET?: string | undefined;
  SLACK_SIGNING_SECRET?: string | undefined;
  SLACK_API_URL: string;
}): SlackApp | null {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = given;
  const { SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL: apiUrl } = given;
  if (!clientId || !clientSecret || !signingSecret) return null;
  return {
    clientId,
    clientSecret,
    signingSecret,
    apiUrl: apiUrl.endsWith("/") ? apiUrl : `${apiUrl}/`,
  };
}
