import { downloadAttachment, emailSource, proxiedImage } from "@inlet/contract/mail/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { Failure } from "#/base/failure.ts";
import type { Api } from "#/http/api.ts";
import { attachmentOwner } from "#/http/files/attachment-url.ts";
import { imageOf, type RemoteImage } from "#/http/files/image-url.ts";
import { lookForPdf } from "#/http/files/detect-pdf.ts";
import { rasterTypeOf } from "#/http/files/raster-image.ts";
import { fileRoute } from "#/http/route.ts";
import { readAttachment, readSource } from "#/mail/reading/attachments.ts";
import { listRemoteImages } from "#/mail/reading/reading.ts";

/** Routes that respond with files: attachments, sources and remote images. */
export function fileRoutes(api: Api): void {
  const { auth, mail } = api;

  fileRoute(api, downloadAttachment, async (input, { caller, fail, request }) => {
    const { emailId, attachmentId, signature, view } = input;
    const [path = ""] = request.url.split("?");
    const owner = signature === undefined ? null : attachmentOwner(api.signer, path, signature);
    const userId = owner ?? caller?.userId ?? fail("session.required");
    // A signed URL of another user is treated like a missing message.
    if (caller && caller.userId !== userId) fail("message.not_found");
    if (await auth.isSignInDisabled(userId)) fail("session.required");
    const file = await readAttachment(mail, userId, emailId, attachmentId);
    const cacheSeconds = limits.signedUrlMs / 1000;
    if (view !== "pdf") return { ...file, embedding: "cross-origin", cacheSeconds };
    const { content, isPdf } = await lookForPdf(file.content);
    return { ...file, content, isShownAsPdf: isPdf, embedding: "same-origin", cacheSeconds };
  });

  fileRoute(api, emailSource, async ({ emailId }, { caller }) => {
    const file = await readSource(mail, caller.userId, emailId);
    return { ...file, embedding: "same-origin", cacheSeconds: 0 };
  });

  fileRoute(api, proxiedImage, async ({ token }, { caller, fail }) => {
    const image = imageOf(api.signer, token) ?? fail("image.refused");
    if (caller && caller.userId !== image.user) fail("image.refused");
    if (await auth.isSignInDisabled(image.user)) fail("image.refused");
    const content = await fetchImage(api, image);
    const type = rasterTypeOf(content) ?? fail("image.refused");
    return { filename: "image", type, content, embedding: "cross-origin", cacheSeconds: 3600 };
  });
}

async function fetchImage({ mail, log }: Api, image: RemoteImage): Promise<Uint8Array> {
  try {
    // The message may have been deleted since the URL was signed, and then its images may not be fetched.
    const sources = await listRemoteImages(mail, image.user, image.message);
    if (!sources.includes(image.source)) throw new Error("The message names no such image.");
    const { status, body } = await mail.egress.fetch(image.source, {
      maxBytes: limits.imageBytes,
      timeoutMs: limits.imageTimeoutMs,
      maxRedirects: 3,
      accept: "image/*",
    });
    if (status !== 200) throw new Error(`The image's server answered ${status}.`);
    return body;
  } catch (error) {
    // One error for all reasons, so the proxy reveals nothing about its network.
    log.debug({ err: error, messageId: image.message }, "image refused");
    throw new Failure("image.refused", { cause: error });
  }
}
