import type { Api } from "@inlet/contract/api.ts";
import { ApiFailure, bearer, call, failure, unreachable } from "#/api/client.ts";

/** Bytes per request: small enough to show progress and to lose little, large enough to be fast. */
const pieceBytes = 512 * 1024;
const retryFirstMs = 1000;
const retryMaxMs = 15_000;
/** Maximum number of starts: an upload that the server forgot is restarted, but not forever. */
const startsMax = 3;

type Piece = Api["PATCH /email/uploads/{id}"]["output"];

export interface UploadOptions {
  signal: AbortSignal;
  /** Called with the progress, from 0 to 1. */
  onProgress: (done: number) => void;
  /** The connection was lost (true) or restored (false); uploaded data is kept. */
  onWaiting: (isWaiting: boolean) => void;
}

/**
 * Uploads a file in pieces. A lost connection only delays it: it requests the offset and resumes from there. Rejects with
 * ApiFailure if the server refuses, and with an AbortError if it was cancelled.
 */
export async function uploadInPieces(file: File, options: UploadOptions): Promise<string> {
  const { signal } = options;
  for (let starts = 1; ; starts++) {
    const { id, offset } = await untilAnswered(options, () =>
      call(
        "POST /email/uploads/start",
        { filename: file.name, size: file.size, ...(file.type && { type: file.type }) },
        { signal },
      ),
    );
    signal.addEventListener("abort", () => void forget(id), { once: true });
    try {
      await sendFrom(file, id, offset, options);
      return id;
    } catch (error) {
      if (codeOf(error) !== "upload.not_found" || starts === startsMax) throw error;
    }
  }
}

/** Returns an uploaded picture, to show it while the message is written; null if it cannot be fetched. */
export async function uploadedPicture(id: string): Promise<Blob | null> {
  const token = bearer();
  try {
    const answer = await fetch(`/email/uploads/${encodeURIComponent(id)}/content`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    return answer.ok ? await answer.blob() : null;
  } catch {
    return null;
  }
}

/** Deletes an upload; if this fails, the server deletes it automatically. */
async function forget(id: string): Promise<void> {
  await call("DELETE /email/uploads/{id}", { id }).catch(() => undefined);
}

async function sendFrom(
  file: File,
  id: string,
  start: number,
  options: UploadOptions,
): Promise<void> {
  const { signal, onProgress } = options;
  let offset = start;
  let mustAsk = false;
  for (;;) {
    const piece = await untilAnswered(options, async () => {
      if (mustAsk) ({ offset } = await call("GET /email/uploads/{id}", { id }, { signal }));
      mustAsk = true;
      return sendPiece(id, offset, file.slice(offset, offset + pieceBytes), signal);
    });
    mustAsk = false;
    ({ offset } = piece);
    onProgress(file.size === 0 ? 1 : offset / file.size);
    if (piece.isComplete) return;
  }
}

async function sendPiece(
  id: string,
  offset: number,
  piece: Blob,
  signal: AbortSignal,
): Promise<Piece> {
  const token = bearer();
  let response: Response;
  try {
    response = await fetch(`/email/uploads/${encodeURIComponent(id)}?offset=${offset}`, {
      method: "PATCH",
      body: piece,
      headers: {
        accept: "application/json",
        "content-type": "application/octet-stream",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw unreachable(error);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  // Safe: the server validates every response against the same contract before it sends it.
  if (response.ok) return answer as Piece;
  throw failure(response.status, answer, token);
}

/** Retries until the server responds; a refusal is a response. */
async function untilAnswered<Answer>(
  { signal, onWaiting }: UploadOptions,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  for (let waitMs = retryFirstMs; ; waitMs = Math.min(waitMs * 2, retryMaxMs)) {
    try {
      const answer = await attempt();
      onWaiting(false);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      onWaiting(true);
      await pause(waitMs, signal);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.status === 0 || error.status >= 502 || error.code === "upload.wrong_offset";
}

function codeOf(error: unknown): string {
  return error instanceof ApiFailure ? error.code : "";
}

/** Waits, but only until the browser reports that the network is back. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const handleAbort = () => reject(signal.reason);
  globalThis.addEventListener?.("online", () => resolve(), { once: true });
  signal.addEventListener("abort", handleAbort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", handleAbort);
  }
}
