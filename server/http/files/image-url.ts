import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { Signer } from "#/base/signed-url.ts";

const purpose = "image";
/** Maximum length of a token that the endpoint accepts. */
const maxTokenLength = 8192;

export interface RemoteImage {
  user: UserId;
  message: MessageId;
  source: string;
}

/** Returns the URL at which the proxy serves one remote image of one message; null if the source is too long. */
export function imageUrl(signer: Signer, image: RemoteImage): string | null {
  const token = signer.sign(purpose, { ...image }, limits.signedUrlMs);
  return token.length <= maxTokenLength ? `/image/${token}` : null;
}

/** Returns the image that a token names, or null if it is forged or expired. */
export function imageOf(signer: Signer, token: string): RemoteImage | null {
  // `imageUrl` signed exactly these fields.
  return signer.verify(purpose, token) as RemoteImage | null;
}
