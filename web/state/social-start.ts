/** Kept for one tab: no other page, and no address that somebody sends, can say that a sign-in began here. */
const storageKey = "inlet-social-start";
/** As long as somebody may take at the provider's pages. */
const lifetimeMs = 10 * 60_000;

/** Notes that the person leaves to sign in elsewhere, and where in the app they were going. */
export function noteSocialStart(next = ""): void {
  sessionStorage.setItem(storageKey, `${Date.now()} ${next}`);
}

/**
 * Where the person goes whose sign-in elsewhere began in this tab a short while ago, "" when anywhere will do; null
 * when none began.
 */
export function socialStart(): string | null {
  const noted = sessionStorage.getItem(storageKey) ?? "";
  const age = Date.now() - Number.parseInt(noted, 10);
  return age >= 0 && age < lifetimeMs ? noted.slice(noted.indexOf(" ") + 1) : null;
}

/** The same once: asking uses it up. */
export function takeSocialStart(): string | null {
  const next = socialStart();
  sessionStorage.removeItem(storageKey);
  return next;
}
