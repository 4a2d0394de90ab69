/** Images that the frame may load for a message: signed addresses of this server, and images inside the message. */
export interface Images {
  /** The address to load in the place of one that the mail names, or null. */
  find: (source: string) => string | null;
}

// SVG is left out: a picture that is also a document.
const carried = /^data:image\/(?:png|gif|jpe?g|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;
const own = /^(?:blob:|\/(?!\/))/;

/** Looks sources up in what the app sent along. */
export function createImages(known: Map<string, string>): Images {
  return {
    find(source) {
      const text = source.trim();
      if (carried.test(text)) return text;
      const url = known.get(/^cid:/i.test(text) ? `cid:${contentId(text)}` : text);
      return url && isOwn(url) ? url : null;
    },
  };
}

/** Content-IDs are written percent-encoded in addresses (RFC 2392). */
function contentId(text: string): string {
  const id = text.slice(4);
  try {
    return decodeURIComponent(id);
  } catch {
    // Not percent-encoded after all.
    return id;
  }
}

/** The map comes from the app; even so nothing but our own server is ever asked. */
function isOwn(url: string): boolean {
  return own.test(url) || url.startsWith(`${location.origin}/`);
}
