import {
  changeUser,
  inviteToSignUp,
  listUsers,
  readRegistration,
  removeUser as removeUserEndpoint,
  revokeSignupInvitation,
  saveRegistration,
  signUserOut,
  startUserReset,
} from "@inlet/contract/admin/admin-users.ts";
import type { Api } from "#/http/api.ts";
import { proofOf, unkept } from "#/http/proof.ts";
import { removeUser } from "#/http/remove-user.ts";
import { route } from "#/http/route.ts";

const done = { ok: true } as const;

/** Routes about users and registration, for administrators. */
export function adminUserRoutes(api: Api): void {
  const { administration, registration } = api.auth;

  route(api, listUsers, async (asked) => administration.list(asked));

  route(api, changeUser, async ({ password, ...change }, context) => ({
    user: await administration.change(proofOf({ password }, context), change),
  }));

  route(api, signUserOut, async ({ id }) => {
    await administration.signOut(id);
    return done;
  });

  route(api, startUserReset, async ({ password, ...request }, context) =>
    unkept(context.reply, await administration.startReset(proofOf({ password }, context), request)),
  );

  route(api, removeUserEndpoint, async ({ password, ...request }, context) => {
    await administration.startRemoval(proofOf({ password }, context), request);
    await removeUser(api, request.id);
    return done;
  });

  route(api, readRegistration, async () => registration.read());

  route(api, saveRegistration, async ({ mode }) => {
    await registration.save(mode);
    return { mode };
  });

  route(api, inviteToSignUp, async (request, { reply }) =>
    unkept(reply, await registration.invite(request)),
  );

  route(api, revokeSignupInvitation, async ({ id }) => {
    await registration.revoke(id);
    return done;
  });
}
