/** The account was removed while a task still used it. */
export class AccountGone extends Error {
  override name = "AccountGone";
}
