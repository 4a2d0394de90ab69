import { createEgress, type Egress } from "#/egress/egress.ts";

/**
 * Returns an egress that resolves `publicName` to this machine, in place of a host of the Internet, and every other name into a
 * private network. Bare addresses are unchanged.
 */
export function egressTo(publicName: string): Egress {
  return createEgress({
    allowedPrivateHosts: [publicName],
    dns: { lookup: async (host) => [host === publicName ? "127.0.0.1" : "10.0.0.1"] },
  });
}

/** Returns an egress to the servers of tests, which listen on loopback; `inside` is a name in a private network. */
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
