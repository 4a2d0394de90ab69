/** Images that the frame may load for a message: signed addresses of this server, and images inside the message. */
export interface Images {
  /** Returns the address to load instead of one in the message, or null. */
  find: (source: string) => string | null;
}

// SVG is excluded: it is an image that is also a document.
const carried = /^data:image\/(?:png|gif|jpe?g|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;
const own = /^(?:blob:|\/(?!\/))/;

/** Looks sources up in the map that the app sent. */
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

/** Content-IDs are percent-encoded in URLs (RFC 2392). */
function contentId(text: string): string {
  const id = text.slice(4);
  try {
    return decodeURIComponent(id);
  } catch {
    // It is not percent-encoded.
    return id;
  }
}

/** The map comes from the app; nevertheless only our own server is allowed. */
function isOwn(url: string): boolean {
  return own.test(url) || url.startsWith(`${location.origin}/`);
}
