import { createEgress, type Egress } from "#/egress/egress.ts";

/**
 * An egress for which `publicName` is a host of the Internet (it stands on this machine), every other name
 * leads into a private network, and bare addresses are what they are.
 */
export function egressTo(publicName: string): Egress {
  return createEgress({
    allowedPrivateHosts: [publicName],
    dns: { lookup: async (host) => [host === publicName ? "127.0.0.1" : "10.0.0.1"] },
  });
}
