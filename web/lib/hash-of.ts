/**
 * Distinguishes texts of one author with 106 bits. It is not secure against attacks (`crypto.subtle` needs a secure context).
 */
export function hashOf(text: string): string {
  return [0x811c9dc5, 0x9e3779b9].map((seed) => half(text, seed)).join("");
}

/** cyrb53, by bryc. */
function half(text: string, seed: number): string {
  let one = 0xdeadbeef ^ seed;
  let other = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
}
