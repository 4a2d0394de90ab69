import { isIP } from "node:net";

/**
 * Returns a host as the URL standard reads it: lower case, IDNA, numbers in octal, hexadecimal or one piece turned into plain
 * IPv4; undefined for an invalid host. IPv6 has no brackets.
 */
export function normalHost(host: string): string | undefined {
  const bare = host.trim().replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) === 6) return bare.includes("%") ? undefined : readHost(`[${bare}]`);
  if (/[\s/\\@?#:%[\]]|\p{Cc}/u.test(bare)) return undefined;
  return readHost(bare);
}

function readHost(host: string): string | undefined {
  const url = URL.parse(`http://${host}/`);
  if (!url || url.pathname !== "/" || url.username || url.port) return undefined;
  const name = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  return name.length > 0 && name.length <= 253 ? name : undefined;
}
