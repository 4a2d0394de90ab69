/** The account was removed while a task still used it. */
export class AccountRemoved extends Error {
  override name = "AccountRemoved";
}
