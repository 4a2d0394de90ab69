import { isIP } from "node:net";
import type { ConnectionOptions, PeerCertificate } from "node:tls";
import type { Pinned } from "#/egress/pinned.ts";

type Trust = Pick<
  ConnectionOptions,
  "rejectUnauthorized" | "servername" | "ca" | "checkServerIdentity" | "allowPartialTrustChain"
>;

/**
 * Returns which certificate a mail server may present: one of a public authority; on a host that the administrator allows, also
 * exactly the pinned one, or any if none is pinned.
 */
export function trustOf(pinned: Pinned, certificate = ""): Trust {
  const servername = isIP(pinned.host) === 0 ? { servername: pinned.host } : {};
  if (!pinned.isAllowedPrivate || certificate === "") {
    return { ...servername, rejectUnauthorized: !pinned.isAllowedPrivate };
  }
  return {
    ...servername,
    rejectUnauthorized: true,
    ca: pemOf(certificate),
    // The pinned certificate may be issued by another.
    allowPartialTrustChain: true,
    // The pinned certificate is compared directly: its names do not matter, and a certificate that it signed is a different one.
    checkServerIdentity: (_host, shown) => (isSame(shown, certificate) ? undefined : otherError()),
  };
}

function isSame(shown: PeerCertificate, certificate: string): boolean {
  return shown.raw.equals(Buffer.from(certificate, "base64"));
}

function otherError(): Error {
  const error = new Error("not the certificate that was pinned");
  return Object.assign(error, { code: "ERR_TLS_CERT_ALTNAME_INVALID" });
}

function pemOf(certificate: string): string {
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
