/** Kept for one tab: no other page, and no address that somebody sends, can say that a sign-in began here. */
const storageKey = "inlet-social-start";
/** As long as somebody may take at the provider's pages. */
const lifetimeMs = 10 * 60_000;

/** Notes that the person leaves to sign in elsewhere. */
export function noteSocialStart(): void {
  sessionStorage.setItem(storageKey, String(Date.now()));
}

/** Whether the sign-in that ends now began in this tab a short while ago. Asking uses it up. */
export function takeSocialStart(): boolean {
  const startedAt = Number(sessionStorage.getItem(storageKey) ?? Number.NaN);
  sessionStorage.removeItem(storageKey);
  const age = Date.now() - startedAt;
  return age >= 0 && age < lifetimeMs;
}
