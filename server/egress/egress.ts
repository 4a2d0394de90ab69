import type { Socket } from "node:net";

/** A host whose addresses were all checked, with the one that will be connected to. */
export interface Pinned {
  host: string;
  address: string;
  port: number;
  isAllowedPrivate: boolean;
}

export interface Fetching {
  maxBytes: number;
  timeoutMs: number;
  maxRedirects?: number;
  accept?: string;
}

export interface FetchedResource {
  status: number;
  /** The media type in lower case, without parameters. */
  type: string;
  body: Buffer;
}

/** The only way out of the process: resolves, checks and pins the address of everything it connects to. */
export interface Egress {
  resolve: (host: string, port: number, purpose: "mail" | "web") => Promise<Pinned>;
  connect: (pinned: Pinned, options: { timeoutMs: number }) => Promise<Socket>;
  fetch: (url: string, options: Fetching) => Promise<FetchedResource>;
  resolveMx: (domain: string) => Promise<{ exchange: string; priority: number }[]>;
  resolveSrv: (name: string) => Promise<{ name: string; port: number; priority: number; weight: number }[]>;
}

/** One text for every refusal, so that nobody can tell a closed door from a forbidden one. */
export class EgressRefused extends Error {
  override name = "EgressRefused";
  constructor(options?: ErrorOptions) {
    super("The host could not be reached.", options);
  }
}

export interface EgressOptions {
  /** Host names and CIDRs that may be private and may use any port. */
  allowedPrivateHosts: string[];
  lookup?: (host: string) => Promise<string[]>;
  resolveMx?: Egress["resolveMx"];
  resolveSrv?: Egress["resolveSrv"];
}

/** The egress of this process. */
export function createEgress(options: EgressOptions): Egress {
  throw new Error("in the making");
}
