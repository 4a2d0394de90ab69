let token = "";
let provider = "";

/** Takes the token out of the address that a sign-in elsewhere ends at. Says whether there was one. */
export function takeTokenFromAddress(): boolean {
  const query = new URLSearchParams(window.location.search);
  const found = query.get("token");
  if (found) {
    token = found;
    provider = query.get("via") ?? "";
  }
  return Boolean(found);
}

/** The token that was in the address, once. */
export function takeToken(): string {
  const taken = token;
  token = "";
  return taken;
}

/** Returns the provider that the address named. It is not verified. */
export function providerOfToken(): string {
  return provider;
}
