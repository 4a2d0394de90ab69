import type { FastifyRequest } from "fastify";
import type { RelyingParty } from "#/auth/passkeys.ts";
import { isLoopback } from "#/http/session-cookie.ts";

/**
 * Returns the relying party for passkeys: the host's public address, else the name in the request. Pages of other names cannot
 * use them, in spite of forged claims: the device signs the page's name too.
 */
export function relyingPartyOf(request: FastifyRequest, publicUrl: string | null): RelyingParty {
  if (publicUrl !== null) {
    const { hostname, origin } = new URL(publicUrl);
    return { id: hostname, origins: [origin] };
  }
  // Browsers support passkeys only with https and on localhost. Behind an unconfigured proxy the scheme is unknown, so https is
  // assumed.
  const asked = `https://${request.host}`;
  if (!URL.canParse(asked)) return { id: "", origins: [] };
  const { hostname, host, origin } = new URL(asked);
  return { id: hostname, origins: isLoopback(hostname) ? [origin, `http://${host}`] : [origin] };
}
