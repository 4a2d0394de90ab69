import type { Api, GrammyError } from "grammy";
import type { Egress } from "#/egress/egress.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import { fetchThrough } from "#/integrations/core/fetch-through.ts";
import { attemptMs, type Outcome } from "#/integrations/core/adapter.ts";

/** Settings of the host's bot. */
export interface TelegramSettings {
  /** Token from Telegram's BotFather. */
  token: string;
  apiUrl: string;
}

const answerBytes = 2 * 1024 ** 2;

/** Returns Telegram's API, which is called through egress. A call ends after a timeout or when `signal` aborts. */
export async function telegramApi(
  egress: Pick<Egress, "follow">,
  { token, apiUrl }: TelegramSettings,
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Api> {
  // Loaded here: without a bot the library costs nothing.
  const library = await import("grammy");
  const through = fetchThrough(egress, {
    maxBytes: answerBytes,
    timeoutMs: attemptMs,
    ...options,
  });
  // The library's types know only the fetch of its Node shim. It passes an address, a method and JSON.
  const fetch = through as unknown as NonNullable<
    NonNullable<ConstructorParameters<typeof Api>[1]>["fetch"]
  >;
  return new library.Api(token, { apiRoot: apiUrl, fetch });
}

/** Returns true if Telegram refused, or could not be reached; such an error is not for the log. */
export function isTelegrams(error: unknown): boolean {
  return isRefusal(error) || (error instanceof Error && error.name === "HttpError");
}

/** Checks the name, because the library is loaded only when it is needed. */
function isRefusal(error: unknown): error is GrammyError {
  return error instanceof Error && error.name === "GrammyError";
}

/** Returns true if the connection broke after it was established: a bot cannot check if its message arrived. */
function mayStand(error: unknown): boolean {
  if (!(error instanceof Error && error.name === "HttpError" && "error" in error)) return false;
  return !(error.error instanceof EgressRefused) || error.error.mayHaveArrived;
}

/**
 * Returns the outcome of a refusal. Telegram's description contains nothing of the mail, but the error itself does: it is not
 * passed on.
 */
export function refusal(error: unknown): Outcome {
  if (!isRefusal(error)) {
    if (mayStand(error)) {
      return {
        result: "unknown",
        answer: "Telegram did not respond: the message may have arrived and is not sent again.",
      };
    }
    return { result: "later", answer: "Telegram could not be reached." };
  }
  const { error_code: code, description, parameters } = error;
  if (code === 403) {
    return { result: "gone", answer: "The bot was blocked or removed from the chat." };
  }
  if (code === 400 && /chat not found/i.test(description)) {
    return { result: "gone", answer: "The chat no longer exists." };
  }
  if (code === 401 || code === 404) {
    return { result: "later", answer: "Telegram no longer accepts this server's bot token." };
  }
  if (code === 429) {
    const waitMs = (parameters.retry_after ?? 1) * 1000;
    return { result: "later", answer: "Rate limited by Telegram.", waitMs };
  }
  const answer = `Telegram answered ${code}: ${description}`;
  return code >= 500 ? { result: "later", answer } : { result: "refused", answer };
}
