import { timingSafeEqual } from "node:crypto";
import { Failure } from "#/base/fail.ts";
import { hashToken, randomToken } from "#/auth/token.ts";

export type Registration = "open" | "invite" | "closed";

/** Decides who may make an account. */
export interface Admission {
  /** The value of the link for the first account; null where none is needed. */
  firstInvite: string | null;
  /** Fails with signup.closed or signup.invite_required. Call `giveBack` when no account came of it. */
  admit: (invite: string | undefined) => { giveBack: () => void };
}

/**
 * `hasUsers` is asked once, at start. Where registration is not open, the first account needs a link whose
 * value is made anew at every start and works once.
 */
export function createAdmission(mode: Registration, hasUsers: boolean): Admission {
  const firstInvite = mode === "invite" && !hasUsers ? randomToken() : null;
  let isLeft = firstInvite !== null;
  return {
    firstInvite,
    admit(invite) {
      if (mode === "open") return { giveBack: () => {} };
      if (mode === "closed") throw new Failure("signup.closed");
      if (!isLeft || !invite || !isSame(invite, firstInvite)) {
        throw new Failure("signup.invite_required");
      }
      isLeft = false;
      return {
        giveBack: () => {
          isLeft = true;
        },
      };
    },
  };
}

function isSame(given: string, right: string | null): boolean {
  // Hashes have equal lengths, which the comparison needs.
  return (
    right !== null && timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(right)))
  );
}
