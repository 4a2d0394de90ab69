/** Stored for one tab: no other page, and no link from another site, can claim that a sign-in began here. */
const storageKey = "inlet-social-start";
/** Maximum time that the user may spend at the provider's pages. */
const lifetimeMs = 10 * 60_000;

/** Records that the user leaves to sign in at a provider, and the page of the app to return to. */
export function recordSocialStart(next = ""): void {
  sessionStorage.setItem(storageKey, `${Date.now()} ${next}`);
}

/** Returns the destination of an external sign-in that began in this tab recently, "" if it has none; null if none began. */
export function socialStart(): string | null {
  const noted = sessionStorage.getItem(storageKey) ?? "";
  const age = Date.now() - Number.parseInt(noted, 10);
  return age >= 0 && age < lifetimeMs ? noted.slice(noted.indexOf(" ") + 1) : null;
}

/** Returns the same and deletes it. */
export function takeSocialStart(): string | null {
  const next = socialStart();
  sessionStorage.removeItem(storageKey);
  return next;
}
