import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "@inlet/contract/auth/user.ts";
import type { Api } from "#/http/api.ts";
import { withAvatar } from "#/http/files/avatar-url.ts";
import { setDeviceCookie, setSessionCookie } from "#/http/session-cookie.ts";
import type { SignedIn } from "#/auth/types.ts";

/** Returns the new session to its client: the token in the response, and a browser's second part as a cookie. */
export function answerSignedIn(
  api: Api,
  { user, token, cookie, device }: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): { user: User; token: string } {
  if (cookie !== null && !setSessionCookie(request, reply, cookie)) {
    api.log.warn(
      { userId: user.id },
      "A browser signed in over plain HTTP, so its session can be intercepted. Put HTTPS in front of Inlet.",
    );
  }
  if (device !== null) setDeviceCookie(request, reply, device);
  reply.header("cache-control", "no-store");
  return { user: withAvatar(api, user), token };
}
