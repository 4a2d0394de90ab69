import { isIP } from "node:net";

/** Returns true for an IP address or a range in CIDR notation. */
export function isAddressRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** Returns true for an IP address, a range in CIDR notation, or a host name. */
export function isHostOrRange(text: string): boolean {
  return isAddressRange(text.replace(/^\[(.*)\]$/, "$1")) || /^[\p{L}\p{N}._-]+$/u.test(text);
}
