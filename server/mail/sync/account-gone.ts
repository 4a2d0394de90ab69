/** The account was removed while something still worked for it. */
export class AccountGone extends Error {
  override name = "AccountGone";
}
