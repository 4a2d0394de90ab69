import type { CodedError } from "@slack/web-api";
import { z } from "zod";

/** Reason for which Slack refused a request, as far as it matters here. */
export type Refused =
  /** The token is not valid any more. */
  | { kind: "revoked"; error: string }
  /** The granted scopes do not cover this call. */
  | { kind: "scope"; error: string }
  /** The channel was deleted or archived, or the app may not post in it. */
  | { kind: "channel"; error: string }
  /** Too many calls, or Slack is unreachable: a retry may succeed. */
  | { kind: "busy"; error: string; waitMs: number }
  | { kind: "refused"; error: string };

/** A call that Slack's API did not fulfill. The message contains Slack's own code. */
export class SlackRefusal extends Error {
  override name = "SlackRefusal";
  readonly refused: Refused;
  constructor(refused: Refused, options?: ErrorOptions) {
    super(`Slack: ${refused.error}`, options);
    this.refused = refused;
  }
}

const revoked = new Set([
  "token_revoked",
  "token_expired",
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "org_login_required",
  "team_access_not_granted",
  "user_removed_from_team",
]);
const scope = new Set([
  "missing_scope",
  "no_permission",
  "not_allowed_token_type",
  "ekm_access_denied",
]);
const channel = new Set([
  "channel_not_found",
  "not_in_channel",
  "is_archived",
  "restricted_action",
  "cannot_dm_bot",
  "restricted_action_read_only_channel",
  "restricted_action_non_threadable_channel",
  "restricted_action_thread_only_channel",
  "user_disabled",
  "user_not_found",
]);
const passing = new Set([
  "ratelimited",
  "rate_limited",
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "message_limit_exceeded",
]);

const Foreign = z.object({
  code: z.string(),
  data: z.object({ error: z.string() }).optional(),
  retryAfter: z.number().optional(),
  statusCode: z.number().optional(),
});

/** Converts an error of Slack's client into one shape, without the request, as that would hold the token. */
export function toRefusal(error: unknown): SlackRefusal {
  if (error instanceof SlackRefusal) return error;
  const read = Foreign.safeParse(error);
  if (!read.success) throw error;
  return new SlackRefusal(refusedOf(read.data));
}

function refusedOf({ code, data, retryAfter = 0, statusCode }: z.infer<typeof Foreign>): Refused {
  // Error codes of the client library.
  switch (code as CodedError["code"] | string) {
    case "slack_webapi_rate_limited_error":
      return { kind: "busy", error: "ratelimited", waitMs: retryAfter * 1000 };
    case "slack_webapi_request_error":
      return { kind: "busy", error: "unreachable", waitMs: 0 };
    case "slack_webapi_http_error":
      return { kind: "busy", error: `status ${statusCode ?? 0}`, waitMs: 0 };
  }
  const reason = data?.error ?? "unknown";
  if (revoked.has(reason)) return { kind: "revoked", error: reason };
  if (scope.has(reason)) return { kind: "scope", error: reason };
  if (channel.has(reason)) return { kind: "channel", error: reason };
  if (passing.has(reason)) return { kind: "busy", error: reason, waitMs: 0 };
  return { kind: "refused", error: reason };
}
