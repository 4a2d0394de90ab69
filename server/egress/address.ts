import { BlockList, isIP, isIPv4 } from "node:net";

const forbidden = new BlockList();
for (const cidr of [
  // IANA special-purpose registries for IPv4 (RFC 6890 and its successors), multicast and reserved.
  ["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  // The same for IPv6, with every form that carries an IPv4 address inside: compatible, mapped, NAT64, Teredo, 6to4.
  ["::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23"],
  ["2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10"],
  ["ff00::/8"],
].flat()) {
  addCidr(forbidden, cidr);
}

/** Reports whether the address is outside the public Internet, in any wrapped form. */
export function isForbidden(address: string): boolean {
  const plain = unmapped(address);
  if (isIPv4(plain)) return forbidden.check(plain, "ipv4");
  // ISATAP (RFC 5214): an IPv4 address behind 0:5efe or 200:5efe in any prefix.
  const [, , , , five, six] = groupsOf(plain);
  if (six === 0x5efe && (five === 0 || five === 0x200)) return true;
  return forbidden.check(plain, "ipv6");
}

/** Returns the address, or the IPv4 address that it maps (RFC 4291, 2.5.5.2). */
export function unmapped(address: string): string {
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return address;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Adds an address or a range such as `10.0.0.0/8` to the list. Returns false for anything else. */
export function addCidr(list: BlockList, cidr: string): boolean {
  const [address = "", bits] = cidr.split("/");
  const version = isIP(address);
  if (version === 0) return false;
  const type = version === 4 ? "ipv4" : "ipv6";
  const width = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? width : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > width) return false;
  list.addSubnet(address, prefix, type);
  return true;
}

/** Returns the eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, a, b, c, d) => {
    return [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)]
      .map((group) => group.toString(16))
      .join(":");
  });
  const [head = "", tail] = dotted.split("::");
  const read = (part: string) => (part ? part.split(":").map((group) => parseInt(group, 16)) : []);
  const before = read(head);
  const after = read(tail ?? "");
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: gap }, () => 0), ...after];
}
