import type { APICallError } from "ai";
import { AnswerTooLong } from "./egress-fetch.ts";
import { ModelFailure, type ModelFailureReason } from "./port.ts";

/** Failure of one request, with the data that decide about a retry. */
export class CallFailure extends ModelFailure {
  /** HTTP status; 0 if no server responded. */
  readonly status: number;
  /** The server's Retry-After; null if absent. */
  readonly retryAfterMs: number | null;

  constructor(
    reason: ModelFailureReason,
    { status = 0, retryAfterMs = null }: { status?: number; retryAfterMs?: number | null } = {},
  ) {
    // The SDK's errors contain the prompt with mail, so they must not be logged.
    super(reason, { cause: new Error(status === 0 ? "no answer" : `HTTP ${status}`) });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Converts an error of a model request into one of the port's failures. */
export async function failureOf(error: unknown, signal: AbortSignal): Promise<ModelFailure> {
  if (signal.aborted) {
    return signal.reason instanceof ModelFailure ? signal.reason : new ModelFailure("aborted");
  }
  // After a call the library is loaded already; without any call it is never loaded.
  const { APICallError, JSONParseError, NoOutputGeneratedError, TypeValidationError } =
    await import("ai");
  const isUnread = (one: unknown) =>
    JSONParseError.isInstance(one) || TypeValidationError.isInstance(one);
  for (const one of causes(error)) {
    if (one instanceof ModelFailure) return one;
    if (one instanceof AnswerTooLong) return new CallFailure("unusable-answer");
    if (APICallError.isInstance(one)) return ofAnswer(one, isUnread);
    if (isUnread(one) || NoOutputGeneratedError.isInstance(one)) {
      return new CallFailure("unusable-answer");
    }
    const streamed = statusInStream(one);
    if (streamed !== null) return new CallFailure(reasonOf(streamed, ""), { status: streamed });
  }
  return new CallFailure("unreachable");
}

function ofAnswer(error: APICallError, isUnread: (one: unknown) => boolean): CallFailure {
  const { statusCode: status = 0, responseHeaders = {}, responseBody = "" } = error;
  for (const cause of causes(error.cause)) {
    if (cause instanceof AnswerTooLong) return new CallFailure("unusable-answer");
  }
  // The server sent an HTTP response that is not a valid API response, or the connection broke during it.
  if (status < 300) {
    const isComplete = causes(error.cause).some(isUnread);
    return new CallFailure(isComplete ? "unusable-answer" : "unreachable");
  }
  return new CallFailure(reasonOf(status, responseBody), {
    status,
    retryAfterMs: retryAfterOf(responseHeaders),
  });
}

function reasonOf(status: number, body: string): ModelFailureReason {
  // Google responds with status 400 to an unknown key.
  if (status === 401 || status === 403 || body.includes("API_KEY_INVALID")) return "refused-key";
  if (status === 402 || status === 429) return "out-of-quota";
  if (status === 408 || status === 504) return "slow";
  if (status === 400 || status === 413 || status === 422) return "unusable-answer";
  return "unreachable";
}

/** Seconds or a date (RFC 9110, 10.2.3); OpenAI adds milliseconds. */
function retryAfterOf(headers: Record<string, string>): number | null {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (milliseconds >= 0) return milliseconds;
  const retryAfter = headers["retry-after"]?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Returns the status of an error within a stream that began successfully: `{type, code}` in the provider's spelling. */
function statusInStream(error: unknown): number | null {
  if (typeof error !== "object" || error === null) return null;
  const words = JSON.stringify(error).slice(0, 500);
  if (/rate_limit|insufficient_quota|RESOURCE_EXHAUSTED/.test(words)) return 429;
  if (/authentication|permission_error|invalid_api_key/.test(words)) return 401;
  if (/overloaded|server_error|api_error|UNAVAILABLE|INTERNAL/.test(words)) return 503;
  return null;
}

function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && found.length < 8;) {
    found.push(one);
    one = typeof one === "object" && "cause" in one ? one.cause : undefined;
  }
  return found;
}
