import { createAdministration } from "#/auth/administration.ts";
import { createAudit } from "#/auth/audit.ts";
import { createAlerts } from "#/auth/alerts.ts";
import { createApiTokens } from "#/auth/api-tokens.ts";
import { createFailedSignIns } from "#/auth/failed-sign-ins.ts";
import { createRegistrationDesk } from "#/auth/invitations.ts";
import { createMailedLinks } from "#/auth/mailed-links.ts";
import { createRecordFailure } from "#/auth/record-failure.ts";
import { createPasskeys } from "#/auth/passkeys.ts";
import { createProfiles, presentUser } from "#/auth/profile.ts";
import { createSessions, type Visitor } from "#/auth/sessions.ts";
import { createSecondFactor } from "#/auth/second-factor.ts";
import { createSecurity } from "#/auth/security.ts";
import { createSocial } from "#/auth/social/social.ts";
import { signIn } from "#/auth/sign-in.ts";
import { signUp } from "#/auth/sign-up.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import { Failure } from "#/base/failure.ts";
import { isDisabled } from "#/store/administration/user-queries.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import type { AuthParts } from "#/auth/context.ts";
import type { Auth, SignedIn } from "#/auth/types.ts";

/** Creates the part that manages users' accounts and sessions. */
export function createAuth(parts: AuthParts): Auth {
  const { execute } = parts;
  const sessions = createSessions(parts);
  const failures = createFailedSignIns(
    { execute, key: parts.failuresKey },
    createRecordFailure(parts),
  );
  const passkeys = createPasskeys({ ...parts, failures });
  const apiTokens = createApiTokens({ ...parts, failures });
  const secondFactor = createSecondFactor(parts);

  const alerts = createAlerts(parts);
  const links = createMailedLinks({ ...parts, alerts });
  const social = createSocial({ ...parts, failures, secondFactor, alerts, links });

  /** Begins a session, for every kind of sign-in. Throws login.disabled. */
  async function begin(row: UserRow, visitor: Visitor): Promise<SignedIn & { isNew: boolean }> {
    if (row.disabled_at > 0) throw new Failure("login.disabled");
    const device = visitor.isBrowser ? visitor.device || randomToken() : null;
    const deviceHash = hashToken(device ?? `program ${visitor.userAgent}`);
    const isNew = await execute("device.note", { userId: row.id, deviceHash });
    return { user: presentUser(row), device, isNew, ...(await sessions.begin(row.id, visitor)) };
  }

  return {
    async register(form, visitor) {
      const row = await signUp(parts, form);
      const { isNew: _, ...signedIn } = await begin(row, visitor);
      await links.greet(row, visitor.language);
      return signedIn;
    },
    async login(form, visitor) {
      const row = await signIn({ ...parts, failures, secondFactor }, form, visitor.address);
      const { isNew, ...signedIn } = await begin(row, visitor);
      if (isNew) await alerts.notify(row.id, "newDevice", visitor);
      return signedIn;
    },
    async loginWithPasskey(shown, { browsers, party }, visitor) {
      const { isNew, ...signedIn } = await begin(
        await passkeys.signIn(shown, browsers, party),
        visitor,
      );
      if (isNew) await alerts.notify(signedIn.user.id, "newDevice", visitor);
      return signedIn;
    },
    async socialSignIn(shown, visitor) {
      const arrived = await social.arrive(shown, visitor.address);
      if (arrived.state === "elsewhere") return arrived;
      const { isNew, ...signedIn } = await begin(arrived.user, visitor);
      // A user who just signed up needs no alert.
      if (isNew && !arrived.isNewcomer) await alerts.notify(arrived.user.id, "newDevice", visitor);
      return { state: "signed_in", ...signedIn };
    },
    callerOf: async (credentials) =>
      apiTokens.isApiToken(credentials.bearer)
        ? apiTokens.callerOf(credentials.bearer)
        : sessions.callerOf(credentials),
    logout: sessions.end,
    profiles: createProfiles(parts),
    security: createSecurity({ ...parts, failures, sessions, secondFactor, alerts }),
    links,
    passkeys,
    social,
    apiTokens,
    audit: createAudit(parts),
    administration: createAdministration({ ...parts, failures, links }),
    registration: createRegistrationDesk(parts),
    isSignInDisabled: (userId) => isDisabled(parts.reader, userId),
  };
}
