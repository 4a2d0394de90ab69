import type { Attachment } from "@inlet/contract/mail/email.ts";
import { failure, unreachable } from "#/api/client.ts";

/** Returns the bytes of an attachment. Its address is signed and needs no bearer token. */
export async function readAttachment(
  { url }: Pick<Attachment, "url">,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(url, signal ? { signal } : {});
    if (response.ok) return await response.arrayBuffer();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable(error);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  throw failure(response.status, answer, null);
}
