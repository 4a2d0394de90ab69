import { FirstSignIn } from "#/features/accounts/first-sign-in.tsx";
import { FirstAccount } from "#/features/first-steps/first-account.tsx";
import { StillWater } from "#/features/sign-in/still-water.tsx";

/** The mail page of a user without accounts. */
export function NoAccounts() {
  return (
    <FirstAccount
      water={<StillWater isButtonAtStart />}
      renderSignIn={(mail) => <FirstSignIn mail={mail} />}
    />
  );
}
