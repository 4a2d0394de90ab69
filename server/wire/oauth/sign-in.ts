import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  genericGrantRequest,
  initiateDeviceAuthorization,
  randomNonce,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
  tokenRevocation,
} from "openid-client";
import type { MailProvider } from "@inlet/contract/mail/accounts.ts";
import { type Authorities, type AuthorityName, type Manner, manners } from "./authority.ts";
import { OauthError, toOauthError } from "./oauth-error.ts";

/** Tokens of a mailbox, and their lifetime. */
export interface Tokens {
  accessToken: string;
  /** "" if a refresh left the previous refresh token valid. */
  refreshToken: string;
  lifetimeMs: number;
}

/** The user who signed in, as the provider asserts in the ID token. */
export interface SignedIn extends Tokens {
  address: string;
}

/** Data of an authorization code flow that is needed when the browser returns. */
export interface CodeFlow {
  redirectUri: string;
  verifier: string;
  nonce: string;
}

/** Assumed if a provider does not report how long a token is valid. */
const usualLifetimeS = 3600;

/** Options of an authorization request. */
export interface CodeRequest {
  redirectUri: string;
  state: string;
  /** "" if any account may sign in. */
  address: string;
  manner: Manner;
}

/** Returns the URL where the browser signs in (authorization code with PKCE, RFC 7636). Throws OauthError. */
export async function beginCodeFlow(
  authorities: Authorities,
  name: AuthorityName,
  { redirectUri, state, address, manner }: CodeRequest,
): Promise<{ url: string; flow: CodeFlow }> {
  const authority = await authorities.get(name);
  const flow = { redirectUri, verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  const url = buildAuthorizationUrl(authority, {
    redirect_uri: redirectUri,
    scope: manner.scope,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
    state,
    nonce: flow.nonce,
    ...manner.parameters,
    ...(address !== "" && { login_hint: address }),
  });
  return { url: url.href, flow };
}

/** Exchanges the code for tokens; state, nonce, issuer and the ID token are checked. Throws OauthError. */
export async function endCodeFlow(
  authorities: Authorities,
  provider: MailProvider,
  { flow, query, state }: { flow: CodeFlow; query: string; state: string },
): Promise<SignedIn> {
  const authority = await authorities.get(provider);
  return asFailure(async () => signedIn(await grantOfCode(authority, { flow, query, state })));
}

/**
 * Returns the provider's response to the code; state, nonce, issuer and the ID token are checked. Throws the library's errors.
 */
export async function grantOfCode(
  authority: Configuration,
  { flow, query, state }: { flow: CodeFlow; query: string; state: string },
): Promise<TokenEndpointResponse & TokenEndpointResponseHelpers> {
  const back = new URL(flow.redirectUri);
  back.search = query;
  return authorizationCodeGrant(authority, back, {
    expectedState: state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  });
}

export interface DeviceCode {
  deviceCode: string;
  userCode: string;
  verificationUrl: string;
  lifetimeMs: number;
  intervalMs: number;
}

/** Requests a code that is entered on the provider's page, on any device (RFC 8628). Throws OauthError. */
export async function beginDeviceFlow(
  authorities: Authorities,
  provider: MailProvider,
): Promise<DeviceCode> {
  const authority = await authorities.get(provider);
  return asFailure(async () => {
    const answer = await initiateDeviceAuthorization(authority, {
      scope: manners[provider].scope,
    });
    return {
      deviceCode: answer.device_code,
      userCode: answer.user_code,
      verificationUrl: answer.verification_uri,
      lifetimeMs: answer.expires_in * 1000,
      intervalMs: (answer.interval ?? 5) * 1000,
    };
  });
}

/** Polls once for the entered code. Throws OauthError `pending` until it was entered. */
export async function pollDeviceFlow(
  authorities: Authorities,
  provider: MailProvider,
  deviceCode: string,
): Promise<SignedIn> {
  const authority = await authorities.get(provider);
  return asFailure(async () => {
    const grant = "urn:ietf:params:oauth:grant-type:device_code";
    return signedIn(await genericGrantRequest(authority, grant, { device_code: deviceCode }));
  });
}

/** Returns new tokens. Throws OauthError: `revoked` if the user must sign in again. */
export async function refreshTokens(
  authorities: Authorities,
  provider: MailProvider,
  refreshToken: string,
): Promise<Tokens> {
  const authority = await authorities.get(provider);
  return asFailure(async () => tokensOf(await refreshTokenGrant(authority, refreshToken)));
}

/** Revokes the tokens at the provider. Throws OauthError. */
export async function revokeTokens(
  authorities: Authorities,
  provider: MailProvider,
  refreshToken: string,
): Promise<void> {
  const authority = await authorities.get(provider);
  // Microsoft has no revocation endpoint: there the user removes the app.
  if (authority.serverMetadata().revocation_endpoint === undefined) return;
  await asFailure(() =>
    tokenRevocation(authority, refreshToken, { token_type_hint: "refresh_token" }),
  );
}

async function asFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toOauthError(error);
  }
}

function signedIn(answer: TokenEndpointResponse & TokenEndpointResponseHelpers): SignedIn {
  const claims = answer.claims();
  const tokens = tokensOf(answer);
  // Entra fills `email` only for accounts that have one. Otherwise the sign-in name is the mailbox's address.
  const address = [claims?.["email"], claims?.["preferred_username"]].find(
    (claim) => typeof claim === "string" && claim.includes("@"),
  );
  if (typeof address !== "string" || tokens.refreshToken === "") {
    throw new OauthError("failed", { cause: new Error("no address or no refresh token") });
  }
  return { ...tokens, address };
}

function tokensOf(answer: TokenEndpointResponse): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken = "" } = answer;
  const lifetimeMs = (answer.expires_in ?? usualLifetimeS) * 1000;
  // The token becomes part of a line in IMAP and SMTP.
  if (!/^[\x21-\x7e]{1,8000}$/.test(accessToken)) throw new OauthError("failed");
  return { accessToken, refreshToken, lifetimeMs };
}
