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

/** An egress to the servers of tests, which stand on loopback; `inside` is a name in a private network. */
export function egressToLoopback(inside = "inside.example"): Egress {
  return createEgress({
    allowedPrivateHosts: ["127.0.0.1"],
    dns: {
      lookup: async (host) => (host === inside ? ["10.0.0.1"] : []),
      mx: async () => [],
      srv: async () => [],
    },
  });
}
