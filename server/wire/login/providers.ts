import type { MailSettings } from "@inlet/contract/accounts.ts";

/** A mail provider whose settings are known. */
export interface Provider {
  name: string;
  /** Domains of its own addresses. */
  domains: string[];
  /** Ends of the names its MX records carry, for customers with their own domain. */
  mx: string[];
  settings: MailSettings;
  /** The provider puts a copy of what it sends into Sent by itself. */
  storesSent: boolean;
}

/** The provider that runs this IMAP or SMTP host. */
export function providerOfHost(host: string): Provider | undefined {
  throw new Error("in the making");
}
