let token = "";

/** Takes the token out of the address that a sign-in elsewhere ends at. Says whether there was one. */
export function takeTokenFromAddress(): boolean {
  const found = new URLSearchParams(window.location.search).get("token");
  if (found) token = found;
  return Boolean(found);
}

/** The token that was in the address, once. */
export function takeToken(): string {
  const taken = token;
  token = "";
  return taken;
}
