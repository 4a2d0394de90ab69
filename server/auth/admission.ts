import { timingSafeEqual } from "node:crypto";
import type { Clock } from "#/base/clock.ts";
import { Failure } from "#/base/failure.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import type { SpentInvitation } from "#/store/users/commands.ts";
import type { Reader } from "#/store/engine/database.ts";
import { invitationByHash, serverSetting } from "#/store/auth/signup-invitation-queries.ts";

export type Registration = "open" | "invite" | "closed";

/** Registration mode where no administrator chose one, and if the environment fixes it. */
export interface RegistrationRule {
  mode: Registration;
  /** The environment sets the mode, and administrators cannot change it. */
  isFixed: boolean;
}

/** Name of the setting that stores the mode an administrator chose. */
export const registrationSetting = "registration";

/** Result of an admission. */
interface Admitted {
  /** Returns the invitation. To be called when no account was created. */
  giveBack: () => void;
  /** The invitation that the account uses up; undefined if none is needed. */
  invitation: SpentInvitation | undefined;
}

/** Decides who may create an account. */
export interface Admission {
  /** Value of the link for the first account; null if none is needed. */
  firstInvite: string | null;
  isFixed: boolean;
  mode: () => Promise<Registration>;
  /** Returns true if an administrator chose the mode. */
  isChosen: () => Promise<boolean>;
  /** Throws signup.closed, signup.invite_required. `email` must be in lower case. */
  admit: (invite: string | undefined, email: string) => Promise<Admitted>;
}

/**
 * `hasUsers` is read once, at start. Where registration is by invitation, the first account needs a link whose value is created
 * at every start and works once.
 */
export async function createAdmission(
  { reader, clock }: { reader: Reader; clock: Clock },
  rule: RegistrationRule,
  hasUsers: boolean,
): Promise<Admission> {
  const mode = async () => (rule.isFixed ? rule.mode : ((await chosen(reader)) ?? rule.mode));
  const firstInvite = (await mode()) === "invite" && !hasUsers ? randomToken() : null;
  let isLeft = firstInvite !== null;
  return {
    firstInvite,
    isFixed: rule.isFixed,
    mode,
    isChosen: async () => !rule.isFixed && (await chosen(reader)) !== undefined,
    async admit(invite, email) {
      const now = await mode();
      if (now === "open") {
        // An invitation is used up here too, or it would admit another user later.
        const invitation = invite ? { hash: hashToken(invite), isNeeded: false } : undefined;
        return { giveBack: () => {}, invitation };
      }
      if (now === "closed") throw new Failure("signup.closed");
      if (!invite) throw new Failure("signup.invite_required");
      if (isLeft && isSame(invite, firstInvite)) {
        isLeft = false;
        const giveBack = () => {
          isLeft = true;
        };
        return { giveBack, invitation: undefined };
      }
      // Checked before the slow password hash; the invitation is used up when the account is created.
      const hash = hashToken(invite);
      const invitation = await invitationByHash(reader, hash);
      const isGood = invitation && invitation.expires_at > clock.now();
      if (!isGood || !["", email].includes(invitation.email)) {
        throw new Failure("signup.invite_required");
      }
      return { giveBack: () => {}, invitation: { hash, isNeeded: true } };
    },
  };
}

async function chosen(reader: Reader): Promise<Registration | undefined> {
  const value = await serverSetting(reader, registrationSetting);
  return registrations.find((mode) => mode === value);
}

const registrations: readonly Registration[] = ["open", "invite", "closed"];

function isSame(given: string, right: string | null): boolean {
  // `timingSafeEqual` requires equal lengths, which hashes have.
  return (
    right !== null && timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(right)))
  );
}
