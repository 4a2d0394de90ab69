/** A provider's limits for one mailbox, beyond which it is locked. */
export interface ProviderLimits {
  /** Maximum connections that Inlet opens in total. */
  connections: number;
  /** Maximum bytes fetched per day; null if no limit is known. */
  bytesPerDay: number | null;
}

/** Gmail and Outlook allow 15 and Yahoo 10 to all clients of a user together; other limits are rarely published. */
const connections = 3;
const gmailBytesPerDay = 2_500_000_000;

/** Returns the limits of a host. */
export function providerLimits(host: string): ProviderLimits {
  const isGmail = /(^|\.)(gmail|googlemail)\.com$/i.test(host);
  return { connections, bytesPerDay: isGmail ? gmailBytesPerDay : null };
}
