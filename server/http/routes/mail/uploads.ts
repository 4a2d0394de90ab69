import multipart, { type MultipartFile } from "@fastify/multipart";
import {
  continueUpload,
  removeUpload,
  startUpload,
  uploadedPicture,
  uploadOffset,
} from "@inlet/contract/mail/drafts.ts";
import { limits } from "@inlet/contract/limits.ts";
import { uploadFile } from "@inlet/contract/mail/send.ts";
import type { FastifyRequest } from "fastify";
import { Failure } from "#/base/failure.ts";
import type { Api } from "#/http/api.ts";
import { safeFileName } from "#/http/files/file-name.ts";
import { rasterTypeOf } from "#/http/files/raster-image.ts";
import { fileRoute, route } from "#/http/route.ts";
import {
  addPiece,
  beginUpload,
  readOffset,
  readUpload,
  storeUpload,
} from "#/mail/sending/uploads.ts";

/** Routes for files to send: uploaded whole in one form, or in resumable pieces. */
export function uploadRoutes(api: Api): void {
  const { mail } = api;

  route(api, startUpload, ({ filename, ...file }, { caller }) =>
    beginUpload(mail, caller.userId, { ...file, filename: safeFileName(filename) }),
  );

  route(api, uploadOffset, ({ id }, { caller }) => readOffset(mail, caller.userId, id));

  fileRoute(api, uploadedPicture, async ({ id }, { caller, fail }) => {
    const { filename, content } = await readUpload(mail, caller.userId, id);
    const type = rasterTypeOf(content) ?? fail("upload.not_found");
    return { filename, type, content, embedding: "same-origin", cacheSeconds: 0 };
  });

  route(api, removeUpload, async ({ id }, { caller }) => {
    await mail.execute("upload.remove", { userId: caller.userId, id });
    return { ok: true as const };
  });

  // In separate scopes, so no other endpoint accepts such bodies.
  void api.server.register((scope, _options, done) => {
    // The handler reads the stream after it has accepted the request.
    scope.addContentTypeParser("application/octet-stream", (_request, _body, parsed) =>
      parsed(null),
    );
    route({ ...api, server: scope }, continueUpload, ({ id, offset }, { caller, request }) =>
      addPiece(mail, caller.userId, { id, offset, content: request.raw }),
    );
    done();
  });

  void api.server.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: limits.uploadBytes, files: 1, fields: 0, parts: 1, headerPairs: 50 },
    });
    route({ ...api, server: scope }, uploadFile, async (_input, { caller, request, fail }) => {
      const part = request.isMultipart() ? await firstFile(request) : undefined;
      if (!part || part.fieldname !== "file") return fail("input.invalid");
      const { file: content, filename, mimetype: type } = part;
      // The parser cuts the content at the limit: the code that stores it must get an error, not an end.
      content.once("limit", () => content.destroy(new Failure("upload.too_large")));
      return storeUpload(mail, caller.userId, { filename: safeFileName(filename), type, content });
    });
  });
}

/**
 * Returns the first file of a form. Refusals by the multipart parser carry a status; any other error means that the body is not a
 * form.
 */
async function firstFile(request: FastifyRequest): Promise<MultipartFile | undefined> {
  try {
    return await request.file();
  } catch (cause) {
    if (cause instanceof Error && "statusCode" in cause) throw cause;
    throw new Failure("input.invalid", { cause });
  }
}
