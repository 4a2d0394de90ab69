import { fetchUserInfo, type IDToken, type UserInfoResponse } from "openid-client";
import type { Authorities, AuthorityName, Manner } from "./authority.ts";
import { toOauthError } from "./oauth-error.ts";
import { beginCodeFlow, type CodeFlow, grantOfCode } from "./sign-in.ts";

/** A user's identity at a provider. Only issuer and subject identify it: an address can be changed, claimed and given away. */
export interface Identity {
  issuer: string;
  subject: string;
  /** The user's address; "" if the provider sends none. */
  email: string;
  /** The provider's claim about the address; null without one. */
  isEmailVerified: boolean | null;
  name: string;
}

const scope = "openid email profile";
/** Users with several accounts at these providers are asked to choose one; a custom provider may not support that parameter. */
const ways: Record<AuthorityName, Manner> = {
  google: { scope, parameters: { prompt: "select_account" } },
  microsoft: { scope, parameters: { prompt: "select_account" } },
  oidc: { scope, parameters: {} },
};
/** The limit of OpenID Connect Core, 2. */
const maxSubjectLength = 255;
const entra = "https://login.microsoftonline.com/";

/** Returns the URL where the user signs in, to prove their identity. Throws OauthError. */
export function askWho(
  authorities: Authorities,
  name: AuthorityName,
  { redirectUri, state }: { redirectUri: string; state: string },
): Promise<{ url: string; flow: CodeFlow }> {
  const manner = ways[name];
  return beginCodeFlow(authorities, name, { redirectUri, state, address: "", manner });
}

/**
 * Returns the identity of the user who signed in; state, PKCE, nonce, issuer and the signature of the ID token are checked.
 * Throws OauthError.
 */
export async function readIdentity(
  authorities: Authorities,
  name: AuthorityName,
  back: { flow: CodeFlow; query: string; state: string },
): Promise<Identity> {
  const authority = await authorities.get(name);
  try {
    const answer = await grantOfCode(authority, back);
    const claims = answer.claims();
    if (claims === undefined) throw new Error("no ID token");
    const hasMore = authority.serverMetadata().userinfo_endpoint !== undefined;
    // Strict providers return address and name only there (OpenID Connect Core, 5.4).
    const idToken =
      claims["email"] === undefined && hasMore
        ? await fetchUserInfo(authority, answer.access_token, claims.sub)
        : {};
    return identityOf(claims, idToken);
  } catch (error) {
    throw toOauthError(error);
  }
}

function identityOf(claims: IDToken, more: Partial<UserInfoResponse>): Identity {
  const all = { ...more, ...claims };
  const { email, email_verified: isVerified, name } = all;
  const subject = subjectOf(claims);
  if (subject === "" || subject.length > maxSubjectLength) throw new Error("no usable subject");
  return {
    issuer: claims.iss,
    subject,
    email: typeof email === "string" ? email : "",
    // Some providers send it as a string.
    isEmailVerified: isVerified === undefined ? null : String(isVerified) === "true",
    name: typeof name === "string" ? name : "",
  };
}

/** Entra's `sub` differs for each registration; the user's id is `oid`, within the issuing tenant. */
function subjectOf({ iss, sub, oid }: IDToken): string {
  return iss.startsWith(entra) && typeof oid === "string" && oid !== "" ? `oid:${oid}` : sub;
}
