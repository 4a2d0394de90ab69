import { AuthorizationResponseError, ResponseBodyError } from "openid-client";

export type OauthErrorKind = "not_set_up" | "denied" | "revoked" | "pending" | "expired" | "failed";

/** Error of an authorization server, one kind per meaning. */
export class OauthError extends Error {
  override name = "OauthError";
  readonly kind: OauthErrorKind;
  /** True if the server requests slower polling (RFC 8628, 3.5). */
  readonly isTooOften: boolean;
  constructor(kind: OauthErrorKind, options?: ErrorOptions & { isTooOften?: boolean }) {
    super(`authorization server: ${kind}`, options);
    this.kind = kind;
    this.isTooOften = options?.isTooOften ?? false;
  }
}

const kinds: Record<string, OauthErrorKind> = {
  access_denied: "denied",
  consent_required: "denied",
  invalid_grant: "revoked",
  interaction_required: "revoked",
  authorization_pending: "pending",
  slow_down: "pending",
  expired_token: "expired",
};

/** Converts an error of the library into an OauthError. */
export function toOauthError(error: unknown): OauthError {
  if (error instanceof OauthError) return error;
  const isAnswer =
    error instanceof ResponseBodyError || error instanceof AuthorizationResponseError;
  const code = isAnswer ? error.error : "";
  const kind = kinds[code] ?? "failed";
  return new OauthError(kind, { cause: error, isTooOften: code === "slow_down" });
}
