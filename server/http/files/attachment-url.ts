import type { AttachmentId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { Signer } from "#/base/signed-url.ts";

const purpose = "attachment";

/** Returns a URL that serves one attachment without a token for a few minutes, to the mail frame or a download. */
export function attachmentUrl(
  signer: Signer,
  user: UserId,
  email: MessageId,
  attachment: AttachmentId,
): string {
  const path = `/email/${email}/attachments/${attachment}`;
  const signature = signer.sign(purpose, { user, path }, limits.signedUrlMs);
  return `${path}?signature=${signature}`;
}

/** Returns the user whose attachment the signature opens; null if it is invalid or for another path. */
export function attachmentOwner(signer: Signer, path: string, signature: string): UserId | null {
  const claims = signer.verify(purpose, signature);
  // `attachmentUrl` signed the claim from a `UserId`.
  return claims?.["path"] === path ? (claims["user"] as UserId) : null;
}
