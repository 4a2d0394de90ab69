import {
  changePassword,
  confirmAuthenticator,
  deleteUser,
  endSession,
  endSessions,
  listSessions,
  readSecurity,
  removeAuthenticator,
  renewRecoveryCodes,
  startAuthenticator,
} from "@inlet/contract/auth/security.ts";
import type { Api } from "#/http/api.ts";
import { proofOf, unkept } from "#/http/proof.ts";
import { removeUser } from "#/http/remove-user.ts";
import { route } from "#/http/route.ts";
import { clearSessionCookies } from "#/http/session-cookie.ts";

const done = { ok: true } as const;

/** Routes for the password, sessions, the second step of sign-in, and the deletion of the user. */
export function securityRoutes(api: Api): void {
  const { security } = api.auth;

  route(api, readSecurity, async (_input, { caller }) => security.read(caller.userId));

  route(api, changePassword, async ({ newPassword, ...given }, context) => {
    await security.changePassword(context.caller, proofOf(given, context), newPassword);
    return done;
  });

  route(api, listSessions, async (_input, { caller }) => ({
    sessions: await security.sessions(caller),
  }));

  route(api, endSession, async ({ id }, { caller }) => {
    await security.endSession(caller.userId, id);
    return done;
  });

  route(api, endSessions, async ({ keepsThis }, { caller, reply }) => {
    await security.endSessions(caller.userId, keepsThis ? caller.sessionId : null);
    if (!keepsThis) clearSessionCookies(reply);
    return done;
  });

  route(api, startAuthenticator, async (given, context) =>
    unkept(context.reply, await security.startAuthenticator(proofOf(given, context))),
  );

  route(api, confirmAuthenticator, async ({ code }, { caller, reply }) =>
    unkept(reply, { recoveryCodes: await security.confirmAuthenticator(caller.userId, code) }),
  );

  route(api, removeAuthenticator, async (given, context) => {
    await security.removeAuthenticator(proofOf(given, context));
    return done;
  });

  route(api, renewRecoveryCodes, async (given, context) =>
    unkept(context.reply, {
      recoveryCodes: await security.renewRecoveryCodes(proofOf(given, context)),
    }),
  );

  route(api, deleteUser, async ({ confirmation, ...given }, context) => {
    await security.confirmDeletion(proofOf(given, context), confirmation);
    await removeUser(api, context.caller.userId);
    clearSessionCookies(context.reply);
    return done;
  });
}
