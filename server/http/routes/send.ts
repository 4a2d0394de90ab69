import multipart, { type MultipartFile } from "@fastify/multipart";
import { limits } from "@inlet/contract/limits.ts";
import { outboxState, sendEmail, undoSend, uploadFile } from "@inlet/contract/send.ts";
import type { FastifyRequest } from "fastify";
import { Failure } from "#/base/fail.ts";
import type { Api } from "#/http/api.ts";
import { safeFileName } from "#/http/file-name.ts";
import { route } from "#/http/route.ts";

/** Outgoing mail and the files that go with it. */
export function sendRoutes(api: Api): void {
  const { sending } = api.services;

  route(api, sendEmail, (email, { caller, request }) =>
    sending.send(caller.userId, email, { idempotencyKey: idempotencyKeyOf(request) }),
  );

  route(api, outboxState, ({ id }, { caller }) => sending.state(caller.userId, id));

  route(api, undoSend, ({ id }, { caller }) => sending.undo(caller.userId, id));

  // In a scope of its own, so that no other endpoint takes multipart bodies.
  void api.server.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: limits.uploadBytes, files: 1, fields: 0, parts: 1, headerPairs: 50 },
    });
    route({ ...api, server: scope }, uploadFile, async (_input, { caller, request, fail }) => {
      const part = request.isMultipart() ? await firstFile(request) : undefined;
      if (!part || part.fieldname !== "file") return fail("input.invalid");
      const { file: content, filename, mimetype: type } = part;
      // The parser cuts the content at the limit: that must reach whoever stores it as an error, not as an end.
      content.once("limit", () => content.destroy(new Failure("upload.too_large")));
      return sending.upload(caller.userId, { filename: safeFileName(filename), type, content });
    });
  });
}

/** The multipart parser's own refusals carry a status; what else it stumbles over is a body that is none. */
async function firstFile(request: FastifyRequest): Promise<MultipartFile | undefined> {
  try {
    return await request.file();
  } catch (cause) {
    if (cause instanceof Error && "statusCode" in cause) throw cause;
    throw new Failure("input.invalid", { cause });
  }
}

function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers["idempotency-key"] ?? "";
  if (typeof key !== "string" || key.length > 200) throw new Failure("input.invalid");
  return key;
}
