let token = "";
let provider = "";

/** Removes the token from the address to which a provider's sign-in returns. Returns true if there was one. */
export function takeTokenFromAddress(): boolean {
  const query = new URLSearchParams(window.location.search);
  const found = query.get("token");
  if (found) {
    token = found;
    provider = query.get("via") ?? "";
  }
  return Boolean(found);
}

/** Returns the token that was in the address, and deletes it. */
export function takeToken(): string {
  const taken = token;
  token = "";
  return taken;
}

/** Returns the provider that the address named. It is not verified. */
export function providerOfToken(): string {
  return provider;
}
