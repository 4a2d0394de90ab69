import { domainToASCII } from "node:url";
import type { MailSettings } from "@inlet/contract/mail/accounts.ts";
import type { Egress } from "#/egress/egress.ts";
import { readAutoconfig } from "./autoconfig.ts";
import {
  type FoundServers,
  providerOfDomain,
  providerOfExchanger,
  providerOfHost,
} from "./providers.ts";

/** Finds the servers of an address. Returns null if none were found in time. */
export async function discover(
  egress: Egress,
  address: string,
  { timeoutMs }: { timeoutMs: number },
): Promise<MailSettings | null> {
  const domain = domainToASCII(address.slice(address.lastIndexOf("@") + 1).trim());
  if (!address.includes("@") || !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(domain)) return null;
  const own = providerOfDomain(domain);
  if (own) return own.settings;
  const place: Place = { egress, domain, address, timeoutMs };
  // All searches run concurrently. The most reliable one with a result is used.
  const searches = [
    askAutoconfig(place),
    askServices(place),
    askExchangers(place),
    probeNames(place),
  ];
  const found = await firstInOrder(searches, timeoutMs);
  if (!found) return null;
  const known = providerOfHost(found.imap_host)?.settings;
  return {
    ...found,
    appPasswordUrl: known?.appPasswordUrl ?? null,
    providerName: known?.providerName ?? null,
    provider: known?.provider ?? null,
  };
}

interface Place {
  egress: Egress;
  domain: string;
  address: string;
  timeoutMs: number;
}

/** Returns the result of the earliest search in the list that has one, when all are done or the time is up. */
function firstInOrder<Answer>(
  searches: Promise<Answer | null>[],
  timeoutMs: number,
): Promise<Answer | null> {
  const answers: (Answer | null | undefined)[] = searches.map(() => undefined);
  return new Promise((fulfil) => {
    const finish = () => {
      clearTimeout(timer);
      fulfil(answers.find((answer) => answer !== undefined && answer !== null) ?? null);
    };
    const timer = setTimeout(finish, timeoutMs);
    for (const [index, search] of searches.entries()) {
      const settle = (answer: Answer | null) => {
        answers[index] = answer;
        const best = answers.findIndex((each) => each !== null);
        if (best < 0 || answers[best] !== undefined) finish();
      };
      // A search that fails counts as one without a result.
      search.then(settle, () => settle(null));
    }
  });
}

/**
 * Searches the domain's own document, then Thunderbird's collection, only over HTTPS: a forged response would receive the
 * password.
 */
async function askAutoconfig({ egress, domain, address, timeoutMs }: Place) {
  const query = `?emailaddress=${encodeURIComponent(address)}`;
  const documents = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml${query}`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
    `https://autoconfig.thunderbird.net/v1.1/${domain}`,
  ];
  const fetched = documents.map(async (url) => {
    const options = { maxBytes: 100_000, timeoutMs, maxRedirects: 2, accept: "text/xml" };
    const { status, body } = await egress.fetch(url, options);
    return status === 200 ? readAutoconfig(body.toString("utf8"), address) : null;
  });
  return firstInOrder(fetched, timeoutMs);
}

/** Searches SRV records (RFC 6186, RFC 8314). */
async function askServices({ egress, domain }: Place): Promise<FoundServers | null> {
  const [imaps, imap, submissions, submission] = await Promise.all(
    ["_imaps", "_imap", "_submissions", "_submission"].map((name) =>
      egress.services(`${name}._tcp.${domain}`),
    ),
  );
  const incoming = imaps?.find(({ port }) => port === 993) ?? imap?.[0];
  if (!incoming) return null;
  const outgoing = submissions?.find(({ port }) => port === 465) ?? submission?.[0];
  return {
    imap_host: incoming.host,
    user_port: incoming.port,
    tls: true,
    smtp_host: outgoing?.host ?? null,
    smtp_port: outgoing?.port ?? null,
    smtp_tls: outgoing ? true : null,
  };
}

/** Searches for a large provider that serves the domain for its owner. */
async function askExchangers({ egress, domain }: Place): Promise<FoundServers | null> {
  for (const exchanger of await egress.mailExchangers(domain)) {
    const provider = providerOfExchanger(exchanger);
    if (provider) return provider.settings;
  }
  return null;
}

/** Searches for hosts with the usual names that accept connections. */
async function probeNames({ egress, domain, timeoutMs }: Place): Promise<FoundServers | null> {
  const [imap, smtp] = await Promise.all([
    firstOpen(egress, [`imap.${domain}`, `mail.${domain}`, domain], [993, 143], timeoutMs),
    firstOpen(egress, [`smtp.${domain}`, `mail.${domain}`, domain], [465, 587], timeoutMs),
  ]);
  if (!imap) return null;
  return {
    imap_host: imap.host,
    user_port: imap.port,
    tls: true,
    smtp_host: smtp?.host ?? null,
    smtp_port: smtp?.port ?? null,
    smtp_tls: smtp ? true : null,
  };
}

async function firstOpen(egress: Egress, hosts: string[], ports: number[], timeoutMs: number) {
  const executes = hosts.flatMap((host) => ports.map((port) => ({ host, port })));
  const tries = executes.map(async (execute) => {
    const pinned = await egress.resolve(execute.host, execute.port, "mail");
    const socket = await egress.connect(pinned, { timeoutMs });
    socket.destroy();
    return execute;
  });
  return firstInOrder(tries, timeoutMs * 0.9);
}
