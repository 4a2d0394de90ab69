import { bearer, failure, unreachable } from "#/api/client.ts";

/** Returns the source of a message, byte for byte. */
export async function readSource(emailId: string, signal?: AbortSignal): Promise<Blob> {
  const token = bearer();
  let response: Response;
  try {
    response = await fetch(`/email/${encodeURIComponent(emailId)}/source`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(signal && { signal }),
    });
    if (response.ok) return await response.blob();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(error);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  throw failure(response.status, answer, token);
}
