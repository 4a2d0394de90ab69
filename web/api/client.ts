import type { Api, Call } from "@inlet/contract/api.ts";
import { storageKeys } from "@inlet/contract/limits.ts";
import { apiTexts } from "#/texts/shared/api-texts.ts";
import { errorMessage } from "#/api/error-message.ts";

/** A failed call: the error code of the catalog, the text to show, and the HTTP status (0: no response). */
export class ApiFailure extends Error {
  readonly code: string;
  readonly status: number;
  /** False if the server gave no reason and the message is a default. */
  readonly isSaid: boolean;
  constructor(
    code: string,
    message: string,
    status: number,
    { isSaid = true, ...options }: ErrorOptions & { isSaid?: boolean } = {},
  ) {
    super(message, options);
    this.name = "ApiFailure";
    this.code = code;
    this.status = status;
    this.isSaid = isSaid;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The request continues when the page is closed. */
  keepalive?: boolean;
  /** The call carries no session token, and a refusal does not end the session. */
  isAnonymous?: boolean;
}

/** Maximum length of a shown error message: a proxy or another server may respond instead of ours, at any length. */
const sentenceLength = 500;
/** Messages that give no reason: the second is the server's own for an internal error. */
const givesNoReason: ReadonlySet<string> = new Set(["", "Something went wrong"]);

let whenSessionEnds: () => void = () => undefined;

/** Sets the handler for sessions that the server no longer accepts. */
export function onSessionEnd(handler: () => void): void {
  whenSessionEnds = handler;
}

/** Makes one API call: fills the path, adds the bearer token, and turns every failure into an ApiFailure. */
export async function call<Name extends Call>(
  name: Name,
  input: Api[Name]["input"],
  options: CallOptions = {},
): Promise<Api[Name]["output"]> {
  const { method, url, body } = request(name, input);
  const token = options.isAnonymous ? null : bearer();
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
      ...(options.signal && { signal: options.signal }),
      ...(options.keepalive && { keepalive: true }),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachable(error);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    // Safe: the server validates every response against the same contract before it sends it.
    return answer as Api[Name]["output"];
  }
  throw failure(response.status, answer, token);
}

/** Returns the token of the current session, or null. */
export function bearer(): string | null {
  return localStorage.getItem(storageKeys.token);
}

/** Returns the error for a request without a response. */
export function unreachable(cause?: unknown): ApiFailure {
  return new ApiFailure("network", apiTexts.unreachable, 0, { cause });
}

/** Returns the failure for a non-OK response. Signs the user out if the session of the token that was sent has ended. */
export function failure(status: number, answer: unknown, sentToken: string | null): ApiFailure {
  const { code: failureCode, message } = isRecord(answer) ? answer : {};
  const code = typeof failureCode === "string" ? failureCode : "unknown";
  const reported = typeof message === "string" ? message.trim().slice(0, sentenceLength) : "";
  const result = new ApiFailure(
    code,
    reported === "" ? apiTexts.failed : errorMessage(code, reported),
    status,
    { isSaid: !givesNoReason.has(reported) },
  );
  // Another tab may have signed in again while this response was in flight.
  if (result.code === "session.required" && sentToken && sentToken === bearer()) whenSessionEnds();
  return result;
}

/** Returns the method, address and body of a call. */
export function request(
  name: string,
  input: object,
): { method: string; url: string; body: string | undefined } {
  const [method = "GET", path = "/"] = name.split(" ");
  const rest = new Map(Object.entries(input));
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest.get(key);
    rest.delete(key);
    return encodeURIComponent(String(value));
  });
  if (method === "GET" || method === "DELETE") {
    const query = new URLSearchParams();
    // Inputs of GET and DELETE are flat: strings, numbers and booleans.
    for (const [key, value] of rest) if (value !== undefined) query.set(key, `${value}`);
    return { method, url: query.size ? `${filled}?${query}` : filled, body: undefined };
  }
  return { method, url: filled, body: JSON.stringify(Object.fromEntries(rest)) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
