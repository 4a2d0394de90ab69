import { z } from "zod";
import { isWebAddress } from "./ai-model.ts";

/** The app that the host registered at Slack. */
export interface SlackApp {
  clientId: string;
  clientSecret: string;
  signingSecret: string;
  /** Base URL of Slack's Web API, with a trailing slash. */
  apiUrl: string;
}

const usualApiUrl = "https://slack.com/api/";

/** Environment variables of the Slack app. */
export const slackVariables = {
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_API_URL: z.string().refine(isWebAddress).default(usualApiUrl),
};

/** Hint for each variable whose value is invalid. */
export const slackHints = {
  SLACK_CLIENT_ID: "Use the client id that Slack shows for your app.",
  SLACK_CLIENT_SECRET: "Use the client secret that Slack shows for your app.",
  SLACK_SIGNING_SECRET: "Use the signing secret that Slack shows for your app.",
  SLACK_API_URL: `Use a web address, or leave it out for ${usualApiUrl}.`,
} satisfies Record<keyof typeof slackVariables, string>;

/** Returns the Slack app, or null unless all its variables are set. */
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
