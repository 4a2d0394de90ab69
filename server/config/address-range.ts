import { isIP } from "node:net";

/** An address, or a range of them as CIDR. */
export function isAddressRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** The same, or the name of a host. */
export function isHostOrRange(text: string): boolean {
  return isAddressRange(text.replace(/^\[(.*)\]$/, "$1")) || /^[\p{L}\p{N}._-]+$/u.test(text);
}
