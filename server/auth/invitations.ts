import type { SignupInvitation } from "@inlet/contract/admin/admin-users.ts";
import { SignupInvitationId } from "@inlet/contract/ids.ts";
import { defaultLanguage } from "@inlet/contract/languages.ts";
import { type Registration, registrationSetting } from "#/auth/admission.ts";
import { isEmail, normalEmail } from "#/auth/normal-email.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { SignupInvitationRow } from "#/store/administration/schema.ts";
import { openInvitations } from "#/store/auth/signup-invitation-queries.ts";
import { userByEmail } from "#/store/users/queries.ts";
import type { AuthParts } from "#/auth/context.ts";
import { textsIn } from "#/texts/texts.ts";

interface Invited {
  invitation: SignupInvitation;
  url: string;
}

/** Registration mode and invitations, as administrators manage them. */
export interface RegistrationDesk {
  read: () => Promise<{
    mode: Registration;
    isFixed: boolean;
    isChosen: boolean;
    sendsMail: boolean;
    invitations: SignupInvitation[];
  }>;
  /** Throws registration.fixed. */
  save: (mode: Registration) => Promise<void>;
  /** Throws signup.email_invalid, signup.email_taken, host.no_mail. */
  invite: (request: { email: string; days: number; isMailed: boolean }) => Promise<Invited>;
  /** Throws signup_invitation.not_found. */
  revoke: (id: SignupInvitationId) => Promise<void>;
}

const dayMs = 24 * 3600_000;

/** Manages the sign-up mode and the links that each let one user sign up. */
export function createRegistrationDesk(parts: AuthParts): RegistrationDesk {
  const { reader, execute, clock, admission, hostMail } = parts;
  return {
    async read() {
      const invitations = await openInvitations(reader, clock.now());
      return {
        mode: await admission.mode(),
        isFixed: admission.isFixed,
        isChosen: await admission.isChosen(),
        sendsMail: hostMail.isConfigured,
        invitations: invitations.map(present),
      };
    },
    async save(mode) {
      if (admission.isFixed) throw new Failure("registration.fixed");
      await execute("serverSetting.save", { name: registrationSetting, value: mode });
    },
    async invite({ email: given, days, isMailed }) {
      const email = normalEmail(given);
      if ((email !== "" || isMailed) && !isEmail(email)) throw new Failure("signup.email_invalid");
      if (isMailed && !hostMail.isConfigured) throw new Failure("host.no_mail");
      if (email !== "" && (await userByEmail(reader, email))) {
        throw new Failure("signup.email_taken");
      }
      const token = randomToken();
      const now = clock.now();
      const row: SignupInvitationRow = {
        id: randomId(now),
        token_hash: hashToken(token),
        email,
        created_at: now,
        expires_at: now + days * dayMs,
      };
      await execute("signupInvitation.add", row);
      const url = parts.siteUrl(`/signup?invite=${token}`);
      if (isMailed) {
        // An invited user has not chosen a language yet.
        const { invitation } = textsIn(defaultLanguage).mails;
        await hostMail.send({
          to: email,
          subject: invitation.subject,
          text: invitation.text(url),
          validityMs: days * dayMs,
        });
      }
      return { invitation: present(row), url };
    },
    async revoke(id) {
      if (!(await execute("signupInvitation.remove", { id }))) {
        throw new Failure("signup_invitation.not_found");
      }
    },
  };
}

function present(row: SignupInvitationRow): SignupInvitation {
  return {
    id: SignupInvitationId.parse(row.id),
    email: row.email,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}
