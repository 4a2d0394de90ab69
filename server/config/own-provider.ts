import { z } from "zod";
import { isWebAddress } from "./ai-model.ts";

/** The operator's OpenID provider, only for signing in to Inlet. */
export interface OwnProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Label of the sign-in button. */
  name: string;
}

/** Environment variables of the operator's OpenID provider. */
export const ownProviderVariables = {
  OIDC_ISSUER: z.string().refine(isWebAddress).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z
    .string()
    .max(40)
    .regex(/^\P{C}+$/u)
    .default("Single sign-on"),
};

export const ownProviderHints = {
  OIDC_ISSUER: "Use the provider's issuer, as in OIDC_ISSUER=https://id.example.org.",
  OIDC_CLIENT_ID: "Use the client id that your OpenID provider shows.",
  OIDC_CLIENT_SECRET: "Use the client secret that your OpenID provider shows.",
  OIDC_NAME: "Use at most 40 letters, as in OIDC_NAME=Example ID.",
};

type Read = z.output<z.ZodObject<typeof ownProviderVariables>>;

/** All or nothing: half of a registration is a mistake that would go unnoticed. */
export function readOwnProvider({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: name,
}: Read): { provider: OwnProvider | null } | { mistake: string } {
  if (issuer && clientId && clientSecret) {
    return { provider: { issuer, clientId, clientSecret, name } };
  }
  if (!issuer && !clientId && !clientSecret) return { provider: null };
  return {
    mistake:
      "Only some of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set. Signing in there needs all three.",
  };
}
