import {
  allowInsecureRequests,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import type { MailProvider } from "@inlet/contract/mail/accounts.ts";
import type { Egress } from "#/egress/egress.ts";
import { OauthError } from "./oauth-error.ts";

/** This installation's registration at a provider. */
interface OauthClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Mailboxes are connected with two providers; users can also sign in with one of the host's choice. */
export type AuthorityName = MailProvider | "oidc";

export type OauthSettings = { readonly [name in AuthorityName]?: OauthClient };

/** Parameters of a request to a provider. */
export interface Manner {
  scope: string;
  /** Parameters without which the provider issues no refresh token. */
  parameters: Record<string, string>;
}

/** The providers' settings for a mailbox. */
export const manners: Record<MailProvider, Manner> = {
  google: {
    scope: "openid email https://mail.google.com/",
    parameters: { access_type: "offline", prompt: "consent" },
  },
  microsoft: {
    scope:
      "openid email profile offline_access https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send",
    parameters: { prompt: "select_account" },
  },
};

const answerMaxBytes = 1024 * 1024;
const timeoutMs = 15_000;

/** The providers that the host configured. Each is discovered when first needed. */
export interface Authorities {
  /** Returns a provider's configuration. Throws OauthError `not_set_up`, `failed`. */
  get: (name: AuthorityName) => Promise<Configuration>;
  has: (name: AuthorityName) => boolean;
}

/**
 * Sends all requests to providers through egress. `checksSignatures`: an ID token must have the provider's signature, however it
 * was received; otherwise it is trusted because of the connection to the provider.
 */
export function createAuthorities(
  egress: Egress,
  settings: OauthSettings,
  { checksSignatures = false }: { checksSignatures?: boolean } = {},
): Authorities {
  const found = new Map<AuthorityName, Promise<Configuration>>();
  return {
    has: (name) => settings[name] !== undefined,
    get(name) {
      const client = settings[name];
      if (client === undefined) return Promise.reject(new OauthError("not_set_up"));
      const earlier = found.get(name);
      if (earlier !== undefined) return earlier;
      const asked = discover(egress, client, checksSignatures);
      found.set(name, asked);
      // A provider that could not be reached is contacted again the next time.
      asked.catch(() => found.delete(name));
      return asked;
    },
  };
}

async function discover(
  egress: Egress,
  client: OauthClient,
  checksSignatures: boolean,
): Promise<Configuration> {
  const issuer = new URL(client.issuer);
  try {
    return await discovery(issuer, client.clientId, client.clientSecret, undefined, {
      [customFetch]: fetchThrough(egress),
      // Egress itself refuses unencrypted connections to hosts that the administrator does not allow.
      execute: [
        ...(issuer.protocol === "http:" ? [allowInsecureRequests] : []),
        ...(checksSignatures ? [enableNonRepudiationChecks] : []),
      ],
    });
  } catch (cause) {
    throw new OauthError("failed", { cause });
  }
}

function fetchThrough(egress: Egress): CustomFetch {
  return async (url, { method, headers, body }) => {
    const { status, ...answer } = await egress.request(url, {
      method,
      headers,
      // Safe: the library sends only forms, and nothing with GET.
      ...(body !== null && body !== undefined && { body: String(body as URLSearchParams) }),
      maxBytes: answerMaxBytes,
      timeoutMs,
    });
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status,
      headers: answer.headers,
    });
  };
}
