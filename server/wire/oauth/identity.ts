import { fetchUserInfo, type IDToken, type UserInfoResponse } from "openid-client";
import type { Authorities, AuthorityName, Manner } from "./authority.ts";
import { toOauthError } from "./oauth-error.ts";
import { beginCodeFlow, type CodeFlow, grantOfCode } from "./sign-in.ts";

/** Who somebody is at a provider. Issuer and subject alone say it: an address can be changed, claimed and given away. */
export interface Identity {
  issuer: string;
  subject: string;
  /** "" when the provider names none. */
  email: string;
  /** What the provider says of the address; null when it says nothing. */
  isEmailVerified: boolean | null;
  name: string;
}

const scope = "openid email profile";
/** Where people have several accounts the provider asks for which; one of the host's own may not know the question. */
const ways: Record<AuthorityName, Manner> = {
  google: { scope, parameters: { prompt: "select_account" } },
  microsoft: { scope, parameters: { prompt: "select_account" } },
  oidc: { scope, parameters: {} },
};
/** OpenID Connect Core, 2. */
const maxSubjectLength = 255;
const entra = "https://login.microsoftonline.com/";

/** Where the browser goes for the person to say who they are. Throws OauthError. */
export function askWho(
  authorities: Authorities,
  name: AuthorityName,
  { redirectUri, state }: { redirectUri: string; state: string },
): Promise<{ url: string; flow: CodeFlow }> {
  const manner = ways[name];
  return beginCodeFlow(authorities, name, { redirectUri, state, address: "", manner });
}

/** Who came back; state, PKCE, nonce, issuer and the signature of the ID token are checked. Throws OauthError. */
export async function hearWho(
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
    // Providers that keep to the letter tell address and name there alone (OpenID Connect Core, 5.4).
    const told =
      claims["email"] === undefined && hasMore
        ? await fetchUserInfo(authority, answer.access_token, claims.sub)
        : {};
    return identityOf(claims, told);
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
    // Some say it as a word.
    isEmailVerified: isVerified === undefined ? null : String(isVerified) === "true",
    name: typeof name === "string" ? name : "",
  };
}

/** Entra's `sub` is another for each registration; who somebody is stands in `oid`, within the tenant that issued it. */
function subjectOf({ iss, sub, oid }: IDToken): string {
  return iss.startsWith(entra) && typeof oid === "string" && oid !== "" ? `oid:${oid}` : sub;
}
