import type { Readable } from "node:stream";
import { limits } from "@inlet/contract/limits.ts";
import {
  profile,
  readAvatar,
  removeAvatar,
  saveAvatar,
  updateProfile,
} from "@inlet/contract/auth/user.ts";
import { Failure } from "#/base/failure.ts";
import type { Api } from "#/http/api.ts";
import { avatarTypeOf } from "#/http/files/avatar-image.ts";
import { avatarVersionOf, withAvatar } from "#/http/files/avatar-url.ts";
import { fileRoute, route } from "#/http/route.ts";

/** Routes of profiles and avatars. */
export function profileRoutes(api: Api): void {
  const { profiles } = api.auth;

  route(api, profile, async (_input, { caller }) => ({
    user: withAvatar(api, await profiles.read(caller.userId)),
  }));

  route(api, updateProfile, async (given, { caller }) => ({
    user: withAvatar(api, await profiles.change(caller.userId, given)),
  }));

  fileRoute(api, readAvatar, async ({ userId, signature }, { caller, fail }) => {
    // A signed URL of another user is treated like a missing picture.
    if (caller && caller.userId !== userId) fail("avatar.not_found");
    const version = signature === undefined ? null : avatarVersionOf(api.signer, userId, signature);
    if (version === null) fail(caller ? "avatar.not_found" : "session.required");
    if (await api.auth.isSignInDisabled(userId)) fail("avatar.not_found");
    const file = (await profiles.avatar(userId, version ?? "")) ?? fail("avatar.not_found");
    return { ...file, filename: "avatar", embedding: "same-origin", cacheSeconds: 24 * 3600 };
  });

  route(api, removeAvatar, async (_input, { caller }) => ({
    user: withAvatar(api, await profiles.removeAvatar(caller.userId)),
  }));

  // In a separate scope, so no other endpoint accepts such bodies.
  void api.server.register((scope, _options, done) => {
    // The handler reads the bytes, at most as many as a picture may have.
    scope.addContentTypeParser("application/octet-stream", (_request, _body, parsed) =>
      parsed(null),
    );
    route({ ...api, server: scope }, saveAvatar, async (_input, { caller, request, fail }) => {
      const content = await readUpTo(request.raw, limits.avatarBytes);
      const type = avatarTypeOf(content) ?? fail("avatar.not_an_image");
      return { user: withAvatar(api, await profiles.saveAvatar(caller.userId, { type, content })) };
    });
    done();
  });
}

async function readUpTo(stream: Readable, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    stream.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length <= maxBytes) pieces.push(piece);
      // Refused before the end of the body, but not cut off: a client that still sends could not read the response.
      else reject(new Failure("avatar.too_large"));
    });
    stream.once("end", () => resolve(Buffer.concat(pieces))).once("error", reject);
  });
}
