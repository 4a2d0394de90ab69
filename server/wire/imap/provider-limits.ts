/** A provider's limits for one mailbox, beyond which it is locked. */
export interface ProviderLimits {
  /** Connections that Inlet allows itself, over all its parts. */
  connections: number;
  /** Bytes that may be fetched in a day; null where no limit is known. */
  bytesPerDay: number | null;
}

/** Gmail and Outlook allow 15 and Yahoo 10 to all clients of a user together; other limits are rarely published. */
const connections = 3;
const gmailBytesPerDay = 2_500_000_000;

/** The limits at a host. */
export function providerLimits(host: string): ProviderLimits {
  const isGmail = /(^|\.)(gmail|googlemail)\.com$/i.test(host);
  return { connections, bytesPerDay: isGmail ? gmailBytesPerDay : null };
}
