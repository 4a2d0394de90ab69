import { lookup as systemLookup, resolveMx, resolveSrv } from "node:dns/promises";
import { BlockList, connect, isIP, isIPv4, type Socket } from "node:net";
import { addCidr, isForbidden, unmapped } from "./address.ts";
import {
  type Answered,
  type FetchedResource,
  type Fetching,
  fetchResource,
  type Followed,
  type Following,
  followResource,
  type Requesting,
  requestResource,
} from "./fetch-resource.ts";
import { normalHost } from "./host.ts";
import { type Pinned, EgressRefused } from "./pinned.ts";

type Purpose = "mail" | "web";

/** All outgoing connections of the process. Each address is resolved, checked and pinned before the connection. */
export interface Egress {
  /** Checks all addresses of the host and pins one. Throws EgressRefused. */
  resolve: (host: string, port: number, purpose: Purpose) => Promise<Pinned>;
  connect: (pinned: Pinned, options: { timeoutMs: number }) => Promise<Socket>;
  /** GET, without cookies or anything else that identifies the reader; every hop is checked again. Throws EgressRefused. */
  fetch: (url: string, options: Fetching) => Promise<FetchedResource>;
  /**
   * Calls a web service, possibly with secrets: follows no redirects and never uses plain HTTP to the Internet. Throws
   * EgressRefused.
   */
  request: (url: string, requesting: Requesting) => Promise<Answered>;
  /** Like `request`, for a response that is streamed. Throws EgressRefused. */
  follow: (url: string, following: Following) => Promise<Followed>;
  /** Returns the mail exchangers of a domain, best first; none if the lookup fails. */
  mailExchangers: (domain: string) => Promise<string[]>;
  /** Returns the services of a name such as `_imaps._tcp.example.org` (RFC 2782), best first; none if the lookup fails. */
  services: (name: string) => Promise<{ host: string; port: number }[]>;
}

export interface EgressOptions {
  /** Host names and CIDR ranges that may be private and use any port. */
  allowedPrivateHosts: string[];
  /** Additional ports for mail, if the operator configured the server. */
  mailPorts?: number[];
  /** Replaces the DNS resolver, for tests. */
  dns?: Partial<Dns>;
}

interface Dns {
  lookup: (host: string) => Promise<string[]>;
  mx: (domain: string) => Promise<{ exchange: string; priority: number }[]>;
  srv: (
    name: string,
  ) => Promise<{ name: string; port: number; priority: number; weight: number }[]>;
}

const ports: Record<Purpose, readonly number[]> = {
  mail: [143, 993, 465, 587, 25],
  web: [80, 443],
};

const systemDns: Dns = {
  lookup: async (host) =>
    (await systemLookup(host, { all: true, order: "ipv4first" })).map(({ address }) => address),
  mx: (domain) => resolveMx(domain),
  srv: (name) => resolveSrv(name),
};

/** Creates the egress of this process. */
export function createEgress(options: EgressOptions): Egress {
  const allowed = readAllowed(options.allowedPrivateHosts);
  const open = { ...ports, mail: [...ports.mail, ...(options.mailPorts ?? [])] };
  const dns: Dns = { ...systemDns, ...options.dns };

  async function resolve(host: string, port: number, purpose: Purpose): Promise<Pinned> {
    const name = normalHost(host);
    if (!name) throw new EgressRefused();
    const addresses = await addressesOf(dns, name);
    const [address] = addresses;
    const isAllowed = (candidate: string) =>
      allowed.names.has(name) || isIn(allowed.ranges, candidate);
    if (!address || !addresses.every((each) => isAllowed(each) || !isForbidden(each))) {
      throw new EgressRefused();
    }
    const isAllowedPrivate = isAllowed(address);
    if (!isAllowedPrivate && !open[purpose].includes(port)) throw new EgressRefused();
    return { host: name, address, port, isAllowedPrivate };
  }

  return {
    resolve,
    connect: openSocket,
    fetch: (url, fetching) => fetchResource(resolve, url, fetching),
    request: (url, requesting) => requestResource(resolve, url, requesting),
    follow: (url, following) => followResource(resolve, url, following),
    mailExchangers: async (domain) => {
      const records = await answered(dns.mx(domain));
      return records.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    },
    services: async (name) => {
      const records = await answered(dns.srv(name));
      return records
        .toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
        .filter((record) => record.name !== "" && record.name !== ".")
        .map((record) => ({ host: record.name, port: record.port }));
    },
  };
}

function readAllowed(entries: string[]): { names: Set<string>; ranges: BlockList } {
  const names = new Set<string>();
  const ranges = new BlockList();
  for (const entry of entries.map((text) => text.trim()).filter(Boolean)) {
    if (addCidr(ranges, entry.replace(/^\[(.*)\]$/, "$1"))) continue;
    const name = normalHost(entry);
    if (!name) throw new Error(`"${entry}" is neither a host name nor a CIDR.`);
    names.add(name);
  }
  return { names, ranges };
}

async function addressesOf(dns: Dns, name: string): Promise<string[]> {
  if (isIP(name)) return [unmapped(name)];
  try {
    return (await dns.lookup(name)).map(unmapped);
  } catch (cause) {
    throw new EgressRefused({ cause });
  }
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}

async function answered<Record>(question: Promise<Record[]>): Promise<Record[]> {
  try {
    return await question;
  } catch {
    // A missing record and a failed lookup both mean that nothing is known.
    return [];
  }
}

/** Returns a connected socket. It always has an error listener, so a failing server cannot end the process. */
function openSocket(pinned: Pinned, { timeoutMs }: { timeoutMs: number }): Promise<Socket> {
  return new Promise((fulfil, reject) => {
    const socket = connect({ host: pinned.address, port: pinned.port });
    const fail = (cause: unknown) => {
      clearTimeout(deadline);
      socket.destroy();
      reject(new EgressRefused({ cause }));
    };
    const deadline = setTimeout(() => fail(new Error("connection timed out")), timeoutMs);
    socket.on("error", fail);
    socket.once("connect", () => {
      clearTimeout(deadline);
      fulfil(socket);
    });
  });
}
